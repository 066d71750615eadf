// selvage-check: verified
// shows: system calls that programs make by number are those of the C library's functions
// executions: 1
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

static const char kName[] = "selvage_by_number";

static void* call(void* unused) {
  char read_back[8] = "", directory[4096];
  struct stat status;
  long number = syscall(SYS_openat, AT_FDCWD, kName, O_CREAT | O_RDWR | O_TRUNC, 0600);
  assert(number >= 0);
  assert(syscall(SYS_write, number, "abcdef", 6L) == 6);
  assert(syscall(SYS_lseek, number, 2L, SEEK_SET) == 2);
  assert(syscall(SYS_read, number, read_back, 3L) == 3 && memcmp(read_back, "cde", 3) == 0);
  assert(syscall(SYS_pread64, number, read_back, 2L, 0L) == 2 && memcmp(read_back, "ab", 2) == 0);
  assert(syscall(SYS_fstat, number, &status) == 0 && status.st_size == 6);
  assert(syscall(SYS_ftruncate, number, 1L) == 0);
  assert(syscall(SYS_close, number) == 0);
  assert(syscall(SYS_stat, kName, &status) == 0 && status.st_size == 1);
  assert(syscall(SYS_access, kName, R_OK) == 0);
  assert(syscall(SYS_unlink, kName) == 0);
  assert(syscall(SYS_access, kName, F_OK) == -1 && errno == ENOENT);
  long length = syscall(SYS_getcwd, directory, sizeof directory);
  assert(length > 1 && directory[0] == '/' && directory[length - 1] == '\0');
  assert(syscall(SYS_getpriority, 0, 0) == 20);
  return unused;
}

static void* pass(void* unused) { return unused; }

int main(void) {
  pthread_t threads[2];
  pthread_create(&threads[0], NULL, call, NULL);
  pthread_create(&threads[1], NULL, pass, NULL);
  for (int i = 0; i < 2; i++) pthread_join(threads[i], NULL);
  return 0;
}
