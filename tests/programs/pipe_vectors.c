// selvage-test: vectored reads and writes on a pipe gather and scatter in order
// expect: completed
#include <assert.h>
#include <pthread.h>
#include <string.h>
#include <sys/uio.h>
#include <unistd.h>

static int ends[2];

static void* writes(void* unused) {
  struct iovec parts[3] = {{.iov_base = "warp", .iov_len = 4}, {.iov_len = 0}, {.iov_base = "weft", .iov_len = 4}};
  assert(writev(ends[1], parts, 3) == 8);
  return unused;
}

int main(void) {
  pthread_t thread;
  char one[3], rest[8];
  assert(pipe(ends) == 0);
  pthread_create(&thread, NULL, writes, NULL);
  struct iovec parts[2] = {{.iov_base = one, .iov_len = 3}, {.iov_base = rest, .iov_len = 8}};
  assert(readv(ends[0], parts, 2) == 8);
  assert(memcmp(one, "war", 3) == 0 && memcmp(rest, "pweft", 5) == 0);
  pthread_join(thread, NULL);
  return 0;
}
