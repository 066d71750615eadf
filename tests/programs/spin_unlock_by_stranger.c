// selvage-test: unlocking a spinlock that another thread holds is misuse
// expect: misuse
// plain-exit: skip
#include <pthread.h>

static pthread_spinlock_t lock;

static void* stranger(void* unused) {
  pthread_spin_unlock(&lock);
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_spin_init(&lock, PTHREAD_PROCESS_PRIVATE);
  pthread_spin_lock(&lock);
  pthread_create(&thread, NULL, stranger, NULL);
  pthread_join(thread, NULL);
  return 0;
}
