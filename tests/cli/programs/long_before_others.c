// The first thread's loop is longer than executions may be, so that a search never comes to what the second one reads.
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int count;

static void* go_round(void* unused) {
  for (int i = 0; i < 2000; i++) {
    pthread_mutex_lock(&lock);
    count++;
    pthread_mutex_unlock(&lock);
  }
  return unused;
}

static void* look(void* unused) {
#ifdef FIXED
  pthread_mutex_lock(&lock);
#endif
  int seen = count;
#ifdef FIXED
  pthread_mutex_unlock(&lock);
#endif
  return seen < 0 ? &count : unused;
}

int main(void) {
  pthread_t one, other;
  pthread_create(&one, 0, go_round, 0);
  pthread_create(&other, 0, look, 0);
  pthread_join(one, 0);
  pthread_join(other, 0);
  return 0;
}
