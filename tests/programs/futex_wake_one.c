// selvage-test: FUTEX_WAKE of one wakes one of two waiters and leaves the other
// expect: completed, deadlock
// plain-exit: skip
#include <linux/futex.h>
#include <pthread.h>
#include <stdatomic.h>
#include <sys/syscall.h>
#include <unistd.h>

static atomic_int word;

static void* waiter(void* unused) {
  syscall(SYS_futex, &word, FUTEX_WAIT, 0, NULL, NULL, 0);
  return unused;
}

int main(void) {
  pthread_t threads[2];
  for (int i = 0; i < 2; i++) pthread_create(&threads[i], NULL, waiter, NULL);
  atomic_store(&word, 1);
  syscall(SYS_futex, &word, FUTEX_WAKE, 1, NULL, NULL, 0);
  for (int i = 0; i < 2; i++) pthread_join(threads[i], NULL);
  return 0;
}
