// selvage-test: shared memory that is mapped twice before the first thread stops with a message
// expect: unmodelled
// plain-exit: skip
#define _GNU_SOURCE
#include <pthread.h>
#include <sys/mman.h>
#include <unistd.h>

static void* worker(void* unused) { return unused; }

int main(void) {
  pthread_t thread;
  int memory = memfd_create("twice", 0);
  ftruncate(memory, 4096);
  int* first = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_SHARED, memory, 0);
  int* second = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_SHARED, memory, 0);
  *first = 1;
  pthread_create(&thread, NULL, worker, NULL);
  pthread_join(thread, NULL);
  return *second != 1;
}
