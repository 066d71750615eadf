// selvage-live: bug
// shows: a counter in the thread's own memory goes down after a lock was tried: no iteration is void, though the locks are as before
// finding: assertion
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

static pthread_mutex_t guard = PTHREAD_MUTEX_INITIALIZER, other = PTHREAD_MUTEX_INITIALIZER;
static int counter, first_thread, looks;

static void count_down(void) {
  counter = 12;
  while (counter != 0) {
    if (pthread_mutex_trylock(&other) == 0) pthread_mutex_unlock(&other);
    counter--;
  }
}

static void* work(void* number) {
  pthread_mutex_lock(&guard);
  if (first_thread == 0) first_thread = *(int*)number;
  count_down();
  pthread_mutex_unlock(&guard);
  return NULL;
}

int main(void) {
  int numbers[] = {1, 2};
  pthread_t threads[2];
  for (int i = 0; i < 2; i++) pthread_create(&threads[i], NULL, work, &numbers[i]);
  pthread_mutex_lock(&other);
  looks++;
  pthread_mutex_unlock(&other);
  for (int i = 0; i < 2; i++) pthread_join(threads[i], NULL);
  assert(first_thread == 1);  // finding
  return 0;
}
