// campaign: a barrier made of a counter is used again before all have left it
// finding: deadlock
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static int arrived, round_number;
static void* meet(void* unused) {
  (void)unused;
  for (int i = 0; i < 2; i++) {
    pthread_mutex_lock(&m);
#ifdef FIXED
    int mine = round_number;
    if (++arrived == 2) {
      arrived = 0;
      round_number++;
      pthread_cond_broadcast(&c);
    }
    while (mine == round_number) pthread_cond_wait(&c, &m);
#else
    if (++arrived == 2) pthread_cond_broadcast(&c);
    while (arrived < 2) pthread_cond_wait(&c, &m);
    arrived = 0;
#endif
    pthread_mutex_unlock(&m);
  }
  return 0;
}
int main(void) {
  pthread_t threads[2];
  pthread_create(&threads[0], 0, meet, 0);
  pthread_create(&threads[1], 0, meet, 0);
  for (int i = 0; i < 2; i++) pthread_join(threads[i], 0);
  return 0;
}
