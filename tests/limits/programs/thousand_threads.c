// Nine hundred threads at a time, each of which takes a mutex twice.
#include <pthread.h>
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int count;
static void* work(void* unused) {
  for (int i = 0; i < 2; i++) {
    pthread_mutex_lock(&mutex);
    count = count * 3 + i;
    pthread_mutex_unlock(&mutex);
  }
  return unused;
}
int main(void) {
  static pthread_t threads[900];
  for (int i = 0; i < 900; i++) pthread_create(&threads[i], 0, work, 0);
  for (int i = 0; i < 900; i++) pthread_join(threads[i], 0);
}
