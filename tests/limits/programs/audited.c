// Verified within the time, so that what comes behind that is to end in time: an audit, and what each reduction saved.
// options: --audit
// options: --explain-reductions
#include <pthread.h>
static pthread_mutex_t mutexes[4] = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER,
                                     PTHREAD_MUTEX_INITIALIZER};
static int values[4];
static void* work(void* number) {
  for (int i = 0; i < 6; i++) {
    int own = (i + (int)(long)number) % 4;
    pthread_mutex_lock(&mutexes[own]);
    values[own] = values[own] * 3 + (int)(long)number;
    pthread_mutex_unlock(&mutexes[own]);
  }
  return 0;
}
int main(void) {
  pthread_t threads[3];
  for (long i = 0; i < 3; i++) pthread_create(&threads[i], 0, work, (void*)i);
  for (int i = 0; i < 3; i++) pthread_join(threads[i], 0);
}
