// selvage-test: FUTEX_CMP_REQUEUE wakes one waiter and moves the other to a second word, where it is woken later
// expect: completed
#include <assert.h>
#include <errno.h>
#include <limits.h>
#include <linux/futex.h>
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdint.h>
#include <sys/syscall.h>
#include <unistd.h>

static atomic_int first, second, entering, woken;

static void* waiter(void* unused) {
  atomic_fetch_add(&entering, 1);
  while (atomic_load(&first) == 0) syscall(SYS_futex, &first, FUTEX_WAIT_PRIVATE, 0, NULL, NULL, 0);
  atomic_fetch_add(&woken, 1);
  return unused;
}

int main(void) {
  pthread_t threads[2];
  for (int i = 0; i < 2; i++) pthread_create(&threads[i], NULL, waiter, NULL);
  errno = 0;
  assert(syscall(SYS_futex, &first, FUTEX_CMP_REQUEUE_PRIVATE, 1, (void*)(intptr_t)INT_MAX, &second, 7) == -1);
  assert(errno == EAGAIN);
  atomic_store(&first, 1);
  long moved = syscall(SYS_futex, &first, FUTEX_CMP_REQUEUE_PRIVATE, 1, (void*)(intptr_t)INT_MAX, &second, 1);
  assert(moved >= 0 && moved <= 2);
  long left = syscall(SYS_futex, &second, FUTEX_WAKE_PRIVATE, INT_MAX, NULL, NULL, 0);
  assert(left == (moved == 2 ? 1 : 0));
  for (int i = 0; i < 2; i++) pthread_join(threads[i], NULL);
  assert(atomic_load(&woken) == 2);
  return 0;
}
