// selvage-test: a shared anonymous mapping made before the threads has its content back in every execution
// expect: completed
#include <assert.h>
#include <pthread.h>
#include <string.h>
#include <sys/mman.h>

enum { kSize = 4 * 4096 };

static char* shared;

static void* worker(void* unused) {
  for (int i = 0; i < kSize; i += 4096) {
    assert(shared[i] == 7);
    shared[i] = 8;
  }
  return unused;
}

int main(void) {
  pthread_t thread;
  shared = mmap(NULL, kSize, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  assert(shared != MAP_FAILED);
  memset(shared, 7, kSize);
  pthread_create(&thread, NULL, worker, NULL);
  assert(pthread_join(thread, NULL) == 0);
  return 0;
}
