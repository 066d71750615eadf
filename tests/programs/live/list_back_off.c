// selvage-live: verified
// shows: two threads walk a list hand over hand, and let go of the first node when the second is taken
// unfair: depth
#include <assert.h>
#include <pthread.h>
#include <sched.h>

static pthread_mutex_t first = PTHREAD_MUTEX_INITIALIZER, second = PTHREAD_MUTEX_INITIALIZER;
static int visits;

static void* walks(void* unused) {
  pthread_mutex_lock(&first);
  while (pthread_mutex_trylock(&second) != 0) {
    pthread_mutex_unlock(&first);
    sched_yield();
    pthread_mutex_lock(&first);
  }
  pthread_mutex_unlock(&first);
  visits++;
  pthread_mutex_unlock(&second);
  return unused;
}

int main(void) {
  pthread_t threads[2];
  for (int i = 0; i < 2; i++) pthread_create(&threads[i], NULL, walks, NULL);
  for (int i = 0; i < 2; i++) pthread_join(threads[i], NULL);
  assert(visits == 2);
  return 0;
}
