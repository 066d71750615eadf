// selvage-test: locking a destroyed spinlock is misuse
// expect: misuse
// plain-exit: skip
#include <pthread.h>

static pthread_spinlock_t lock;

static void* worker(void* unused) {
  pthread_spin_lock(&lock);
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_spin_init(&lock, PTHREAD_PROCESS_PRIVATE);
  pthread_spin_destroy(&lock);
  pthread_create(&thread, NULL, worker, NULL);
  pthread_join(thread, NULL);
  return 0;
}
