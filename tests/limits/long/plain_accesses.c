// STEPS reads and writes of memory that two threads share under a mutex, which every hundredth access takes.
#include <pthread.h>
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int values[64];
static void* work(void* unused) {
  for (int i = 0; i < STEPS / 200; i++) {
    pthread_mutex_lock(&mutex);
    for (int k = 0; k < 100; k++) values[k % 64]++;
    pthread_mutex_unlock(&mutex);
  }
  return unused;
}
int main(void) {
  pthread_t one, other;
  pthread_create(&one, 0, work, 0);
  pthread_create(&other, 0, work, 0);
  pthread_join(one, 0);
  pthread_join(other, 0);
}
