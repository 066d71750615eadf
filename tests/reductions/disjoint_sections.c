// One mutex protects an array, of which two threads increment different halves (Kusano and Wang, 2014, Figure 8).
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int array[16];

static void* increment(void* half) {
  int* elements = half;
  for (int i = 0; i < 8; i++) {
    pthread_mutex_lock(&mutex);
    elements[i]++;
    pthread_mutex_unlock(&mutex);
  }
  return NULL;
}

int main(void) {
  pthread_t low, high;
  pthread_create(&low, NULL, increment, array);
  pthread_create(&high, NULL, increment, array + 8);
  pthread_join(low, NULL);
  pthread_join(high, NULL);
  for (int i = 0; i < 16; i++) assert(array[i] == 1);
  return 0;
}
