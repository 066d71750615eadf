// STEPS steps in which two threads take turns, by a mutex and a condition variable, with a deadline for each wait.
#include <pthread.h>
#include <time.h>
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static long turn;
static void* work(void* number) {
  for (int i = 0; i < STEPS / 8; i++) {
    struct timespec deadline = {.tv_sec = 2000000000 + i};
    pthread_mutex_lock(&mutex);
    while (turn % 2 != (long)number && pthread_cond_timedwait(&changed, &mutex, &deadline) == 0);
    turn++;
    pthread_cond_signal(&changed);
    pthread_mutex_unlock(&mutex);
  }
  return 0;
}
int main(void) {
  pthread_t one, other;
  pthread_create(&one, 0, work, (void*)0);
  pthread_create(&other, 0, work, (void*)1);
  pthread_join(one, 0);
  pthread_join(other, 0);
}
