// selvage-live: verified
// shows: a thread waits for a semaphore; what the same program with a flag is measured by
// executions: 1
// loops: 0
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>

static sem_t ready;
static int message;

__attribute__((constructor)) static void prepare(void) { sem_init(&ready, 0, 0); }

static void* sends(void* unused) {
  message = 7;
  sem_post(&ready);
  return unused;
}

static void* receives(void* unused) {
  sem_wait(&ready);
  assert(message == 7);
  return unused;
}

int main(void) {
  pthread_t first, second;
  pthread_create(&first, NULL, sends, NULL);
  pthread_create(&second, NULL, receives, NULL);
  pthread_join(first, NULL);
  pthread_join(second, NULL);
  return 0;
}
