// selvage-test: 100 KiB of thread-local data per thread
// expect: completed
#include <assert.h>
#include <pthread.h>

enum { kSize = 100 * 1024 };

static __thread unsigned char block[kSize];

static void* worker(void* argument) {
  unsigned char mark = *(unsigned char*)argument;
  for (int i = 0; i < kSize; i += 4096) {
    assert(block[i] == 0);
    block[i] = mark;
  }
  for (int i = 0; i < kSize; i += 4096) assert(block[i] == mark);
  return NULL;
}

int main(void) {
  pthread_t threads[3];
  unsigned char marks[3] = {1, 2, 3};
  for (int i = 0; i < 3; i++) pthread_create(&threads[i], NULL, worker, &marks[i]);
  for (int i = 0; i < 3; i++) pthread_join(threads[i], NULL);
  assert(block[0] == 0);
  return 0;
}
