// selvage-test: memory mapped before the threads start and unmapped by one is back in the next execution
// expect: completed
#include <assert.h>
#include <pthread.h>
#include <string.h>
#include <sys/mman.h>

enum { kSize = 4 * 4096 };

static char* unmapped;

static void* worker(void* unused) {
  for (int i = 0; i < kSize; i += 4096) assert(unmapped[i] == 7);
  unmapped[100] = 8;
  assert(munmap(unmapped, kSize) == 0);
  return unused;
}

int main(void) {
  pthread_t thread;
  unmapped = mmap(NULL, kSize, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  assert(unmapped != MAP_FAILED);
  memset(unmapped, 7, kSize);
  pthread_create(&thread, NULL, worker, NULL);
  assert(pthread_join(thread, NULL) == 0);
  return 0;
}
