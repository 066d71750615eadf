// selvage-test: a futex wait blocks until woken; wake tells how many it woke
// expect: completed
#include <assert.h>
#include <errno.h>
#include <linux/futex.h>
#include <pthread.h>
#include <stdatomic.h>
#include <sys/syscall.h>
#include <unistd.h>

static atomic_int word;
static atomic_int woken;

static void* waiter(void* unused) {
  while (atomic_load(&word) == 0) {
    long result = syscall(SYS_futex, &word, FUTEX_WAIT_PRIVATE, 0, NULL, NULL, 0);
    assert(result == 0 || (result == -1 && errno == EAGAIN));
  }
  atomic_fetch_add(&woken, 1);
  return unused;
}

int main(void) {
  pthread_t threads[2];
  for (int i = 0; i < 2; i++) pthread_create(&threads[i], NULL, waiter, NULL);
  assert(atomic_load(&woken) == 0);
  atomic_store(&word, 1);
  long count = syscall(SYS_futex, &word, FUTEX_WAKE_PRIVATE, 10, NULL, NULL, 0);
  assert(count >= 0 && count <= 2);
  for (int i = 0; i < 2; i++) pthread_join(threads[i], NULL);
  assert(atomic_load(&woken) == 2);
  assert(syscall(SYS_futex, &word, FUTEX_WAKE_PRIVATE, 10, NULL, NULL, 0) == 0);
  return 0;
}
