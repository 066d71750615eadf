// selvage-test: a different value is EAGAIN, a time-out is ETIMEDOUT after that time, an unaligned word EINVAL
// expect: completed
#include <assert.h>
#include <errno.h>
#include <linux/futex.h>
#include <pthread.h>
#include <stdatomic.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

static atomic_int words[2] = {5, 5};

static void* waiter(void* unused) {
  struct timespec second = {.tv_sec = 1}, before, after;
  errno = 0;
  assert(syscall(SYS_futex, &words[0], FUTEX_WAIT_PRIVATE, 4, NULL, NULL, 0) == -1 && errno == EAGAIN);
  clock_gettime(CLOCK_MONOTONIC, &before);
  errno = 0;
  assert(syscall(SYS_futex, &words[0], FUTEX_WAIT_PRIVATE, 5, &second, NULL, 0) == -1 && errno == ETIMEDOUT);
  clock_gettime(CLOCK_MONOTONIC, &after);
  assert((after.tv_sec - before.tv_sec) * 1000000000L + after.tv_nsec - before.tv_nsec >= 1000000000L);
  errno = 0;
  assert(syscall(SYS_futex, (char*)&words[0] + 1, FUTEX_WAIT_PRIVATE, 0, NULL, NULL, 0) == -1 && errno == EINVAL);
  // Absolute deadline, as the C++ library uses it for timed waits.
  errno = 0;
  assert(syscall(SYS_futex, &words[0], FUTEX_WAIT_BITSET_PRIVATE, 5, &after, NULL, FUTEX_BITSET_MATCH_ANY) == -1);
  assert(errno == ETIMEDOUT);
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, waiter, NULL);
  pthread_join(thread, NULL);
  return 0;
}
