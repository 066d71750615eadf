// selvage-test: a thread allocates 64 MiB, touches little of it, and gets it fresh in every execution
// expect: completed
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

enum { kSize = 64 << 20, kStride = 8 << 20 };

static void* worker(void* unused) {
  char* block = calloc(1, kSize);
  assert(block);
  for (int offset = 0; offset < kSize; offset += kStride) {
    assert(block[offset] == 0);
    block[offset] = 1;
  }
  free(block);
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, worker, NULL);
  pthread_join(thread, NULL);
  return 0;
}
