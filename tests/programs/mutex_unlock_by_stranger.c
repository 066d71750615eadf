// selvage-test: unlocking a normal mutex that another thread holds is misuse
// expect: misuse
// plain-exit: skip
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void* stranger(void* unused) {
  pthread_mutex_unlock(&lock);
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_mutex_lock(&lock);
  pthread_create(&thread, NULL, stranger, NULL);
  pthread_join(thread, NULL);
  return 0;
}
