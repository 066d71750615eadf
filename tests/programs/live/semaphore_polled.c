// selvage-live: verified
// shows: a semaphore that is polled until somebody has posted it
// mutex-twin: semaphore_message.c
// unfair: depth
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>

static sem_t ready;
static int message;

__attribute__((constructor)) static void prepare(void) { sem_init(&ready, 0, 0); }

static void* posts(void* unused) {
  message = 7;
  sem_post(&ready);
  return unused;
}

static void* polls(void* unused) {
  while (sem_trywait(&ready) != 0) continue;
  assert(message == 7);
  return unused;
}

int main(void) {
  pthread_t first, second;
  pthread_create(&first, NULL, posts, NULL);
  pthread_create(&second, NULL, polls, NULL);
  pthread_join(first, NULL);
  pthread_join(second, NULL);
  return 0;
}
