// selvage-live: bug
// shows: two threads poll a semaphore that has one unit: the second polls for ever
// finding: livelock
#include <pthread.h>
#include <sched.h>
#include <semaphore.h>

static sem_t units;

__attribute__((constructor)) static void prepare(void) { sem_init(&units, 0, 1); }

static void* polls(void* unused) {
  while (sem_trywait(&units) != 0) sched_yield();
  return unused;
}

int main(void) {
  pthread_t threads[2];
  for (int i = 0; i < 2; i++) pthread_create(&threads[i], NULL, polls, NULL);
  for (int i = 0; i < 2; i++) pthread_join(threads[i], NULL);
  return 0;
}
