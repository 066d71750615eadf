// Waits with deadlines, any of which may time out, under a mutex that many take.
#include <pthread.h>
#include <time.h>
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static int value;
static void* wait_for_value(void* unused) {
  for (int i = 0; i < 15; i++) {
    struct timespec deadline = {.tv_sec = 2000000000 + i};
    pthread_mutex_lock(&mutex);
    pthread_cond_timedwait(&changed, &mutex, &deadline);
    value++;
    pthread_mutex_unlock(&mutex);
  }
  return unused;
}
int main(void) {
  pthread_t threads[3];
  for (int i = 0; i < 3; i++) pthread_create(&threads[i], 0, wait_for_value, 0);
  for (int i = 0; i < 30; i++) {
    pthread_mutex_lock(&mutex);
    value++;
    pthread_cond_signal(&changed);
    pthread_mutex_unlock(&mutex);
  }
  for (int i = 0; i < 3; i++) pthread_join(threads[i], 0);
}
