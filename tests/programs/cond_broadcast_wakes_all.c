// selvage-test: one broadcast wakes every waiting thread, and each returns holding the mutex
// expect: completed
#include <assert.h>
#include <pthread.h>
#include <stdbool.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t opened = PTHREAD_COND_INITIALIZER;
static pthread_cond_t arrived = PTHREAD_COND_INITIALIZER;
static int waiting, inside, passed;
static bool open;

static void* waiter(void* unused) {
  pthread_mutex_lock(&lock);
  waiting++;
  pthread_cond_signal(&arrived);
  while (!open) pthread_cond_wait(&opened, &lock);
  assert(++inside == 1);
  passed++;
  inside--;
  pthread_mutex_unlock(&lock);
  return unused;
}

int main(void) {
  pthread_t threads[3];
  for (int i = 0; i < 3; i++) pthread_create(&threads[i], NULL, waiter, NULL);
  pthread_mutex_lock(&lock);
  while (waiting < 3) pthread_cond_wait(&arrived, &lock);
  open = true;
  assert(pthread_cond_broadcast(&opened) == 0);
  assert(passed == 0);
  pthread_mutex_unlock(&lock);
  for (int i = 0; i < 3; i++) pthread_join(threads[i], NULL);
  assert(passed == 3);
  return 0;
}
