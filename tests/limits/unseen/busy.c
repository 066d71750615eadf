// Compiled by the ordinary compiler: its accesses are not seen, its calls are.
#include <pthread.h>
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static volatile long count;
void busy(int rounds) {
  for (int i = 0; i != rounds; i++) {
    if (i % 500 == 0) pthread_mutex_lock(&mutex);
    count++;
    if (i % 500 == 0) pthread_mutex_unlock(&mutex);
  }
}
