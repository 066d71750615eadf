// Readers and writers of one lock: a writer competes with every set of readers.
#include <pthread.h>
static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
static int value;
static void* read_value(void* unused) {
  int sum = 0;
  for (int i = 0; i < 20; i++) {
    pthread_rwlock_rdlock(&lock);
    sum += value;
    pthread_rwlock_unlock(&lock);
  }
  return sum == -1 ? 0 : unused;
}
static void* write_value(void* unused) {
  for (int i = 0; i < 20; i++) {
    pthread_rwlock_wrlock(&lock);
    value++;
    pthread_rwlock_unlock(&lock);
  }
  return unused;
}
int main(void) {
  pthread_t threads[5];
  for (int i = 0; i < 5; i++) pthread_create(&threads[i], 0, i < 3 ? read_value : write_value, 0);
  for (int i = 0; i < 5; i++) pthread_join(threads[i], 0);
}
