// selvage-test: locking a mutex in memory full of garbage is misuse
// expect: misuse
// plain-exit: skip
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

static pthread_mutex_t* lock;

static void* worker(void* unused) {
  pthread_mutex_lock(lock);
  return unused;
}

int main(void) {
  pthread_t thread;
  lock = malloc(sizeof *lock);
  memset(lock, 0xa5, sizeof *lock);
  pthread_create(&thread, NULL, worker, NULL);
  pthread_join(thread, NULL);
  return 0;
}
