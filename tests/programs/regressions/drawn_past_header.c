// Threads go round a loop for ever; another waits. What is drawn has to end in the same way when it is repeated: at its end the
// threads stand at the same headers, and a late time-out comes in the same moment.
#include <pthread.h>
#include <semaphore.h>
#include <time.h>
static const struct timespec later = {4102444800, 0};
static pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER, b = PTHREAD_MUTEX_INITIALIZER;
static sem_t never, turns;
static void *round_and_round(void *unused) {
  for (;;) {
#ifdef SEMAPHORE
    sem_post(&turns);
    sem_wait(&turns);
#else
    pthread_mutex_lock(&a);
    pthread_mutex_unlock(&a);
#endif
  }
  return unused;
}
static void *waits(void *unused) {
#ifdef AGAIN
  while (sem_timedwait(&never, &later) != 0) continue;
#else
  sem_timedwait(&never, &later);
#endif
  return unused;
}
int main(void) {
  pthread_t rounds[THREADS], waiting;
  sem_init(&never, 0, 0);
  sem_init(&turns, 0, 0);
  for (int i = 0; i < THREADS; i++) pthread_create(&rounds[i], 0, round_and_round, 0);
#ifdef DEADLOCK
  for (int i = 0; i < 20; i++) pthread_mutex_lock(&b), pthread_mutex_unlock(&b);
  // Others come to wait for it behind the header that they came round to.
  pthread_mutex_lock(&a);
  pthread_mutex_lock(&b);
  pthread_mutex_lock(&b);
#endif
  pthread_create(&waiting, 0, waits, 0);
  pthread_join(waiting, 0);
  return 0;
}
