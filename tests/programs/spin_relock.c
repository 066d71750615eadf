// selvage-test: taking a spinlock twice in one thread is a deadlock, not an endless run
// expect: deadlock
// plain-exit: skip
#include <pthread.h>

static pthread_spinlock_t lock;

static void* locks_twice(void* unused) {
  pthread_spin_lock(&lock);
  pthread_spin_lock(&lock);
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_spin_init(&lock, PTHREAD_PROCESS_PRIVATE);
  pthread_create(&thread, NULL, locks_twice, NULL);
  pthread_join(thread, NULL);
  return 0;
}
