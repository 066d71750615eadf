// selvage-test: a file is created exclusively, written, read back, measured, cut and removed through descriptors
// expect: completed
#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static const char name[] = "selvage_test_descriptors.tmp";

static void* worker(void* unused) {
  char text[32] = "";
  struct stat status;
  int file = open(name, O_CREAT | O_EXCL | O_RDWR, 0600);
  assert(file >= 0);
  errno = 0;
  assert(open(name, O_CREAT | O_EXCL | O_RDWR, 0600) == -1 && errno == EEXIST);
  assert(write(file, "warp and weft", 13) == 13);
  assert(lseek(file, 5, SEEK_SET) == 5);
  assert(read(file, text, 3) == 3 && strcmp(text, "and") == 0);
  assert(lseek(file, 0, SEEK_CUR) == 8 && lseek(file, -4, SEEK_END) == 9);
  assert(pread(file, text, 4, 0) == 4 && memcmp(text, "warp", 4) == 0);
  assert(pwrite(file, "W", 1, 0) == 1);
  assert(fstat(file, &status) == 0 && status.st_size == 13 && S_ISREG(status.st_mode));
  assert(ftruncate(file, 4) == 0);
  assert(stat(name, &status) == 0 && status.st_size == 4);
  assert(lseek(file, 0, SEEK_SET) == 0);
  assert(read(file, text, sizeof text) == 4 && memcmp(text, "Warp", 4) == 0);
  assert(read(file, text, sizeof text) == 0);
  assert(access(name, R_OK) == 0);
  assert(close(file) == 0);
  errno = 0;
  assert(write(file, "x", 1) == -1 && errno == EBADF);
  assert(unlink(name) == 0);
  errno = 0;
  assert(open(name, O_RDONLY) == -1 && errno == ENOENT);
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, worker, NULL);
  assert(pthread_join(thread, NULL) == 0);
  return 0;
}
