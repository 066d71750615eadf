// selvage-test: the system calls that ask for the status of a file refuse null pointers
// expect: completed
// cflags: -Wno-nonnull
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <sys/stat.h>

static void* nothing(void* unused) { return unused; }

static void expect_fault(int result) {
  assert(result == -1 && errno == EFAULT);
  errno = 0;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, nothing, NULL);
  pthread_join(thread, NULL);
  struct stat status;
  struct statx more;
  const char* volatile no_path = NULL;
  struct stat* volatile no_status = NULL;
  struct statx* volatile no_more = NULL;
  expect_fault(statx(AT_FDCWD, ".", 0, STATX_SIZE, no_more));
  expect_fault(statx(AT_FDCWD, no_path, 0, STATX_SIZE, &more));
  expect_fault(stat(".", no_status));
  expect_fault(stat(no_path, &status));
  expect_fault(fstat(0, no_status));
  assert(statx(AT_FDCWD, ".", 0, STATX_TYPE, &more) == 0 && S_ISDIR(more.stx_mode));
  return 0;
}
