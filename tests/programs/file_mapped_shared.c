// selvage-test: writing a file through a shared mapping is rewound, or stops with a message
// expect: completed?, unmodelled?
// plain-exit: 0
#include <assert.h>
#include <fcntl.h>
#include <pthread.h>
#include <sys/mman.h>
#include <unistd.h>

static const char name[] = "selvage_test_mapped.tmp";

static void* worker(void* unused) {
  char byte = 0;
  int file = open(name, O_CREAT | O_EXCL | O_RDWR, 0600);
  assert(file >= 0 && ftruncate(file, 4096) == 0);
  char* mapped = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
  assert(mapped != MAP_FAILED && mapped[10] == 0);
  mapped[10] = 'm';
  assert(pread(file, &byte, 1, 10) == 1 && byte == 'm');
  assert(munmap(mapped, 4096) == 0 && close(file) == 0);
  assert(unlink(name) == 0);
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, worker, NULL);
  assert(pthread_join(thread, NULL) == 0);
  return 0;
}
