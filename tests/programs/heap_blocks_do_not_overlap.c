// selvage-test: blocks of all threads, new and reused, never overlap
// expect: completed
#include <assert.h>
#include <pthread.h>
#include <sched.h>
#include <stdlib.h>
#include <string.h>

enum { kBlocks = 8 };

static void* worker(void* argument) {
  unsigned char mark = *(unsigned char*)argument;
  unsigned char* blocks[kBlocks];
  for (int round = 0; round < 2; round++) {
    for (int i = 0; i < kBlocks; i++) {
      size_t size = 24 + 40 * (size_t)i;
      blocks[i] = malloc(size);
      memset(blocks[i], mark + i, size);
    }
    sched_yield();
    for (int i = 0; i < kBlocks; i++) {
      size_t size = 24 + 40 * (size_t)i;
      for (size_t byte = 0; byte < size; byte += 8) assert(blocks[i][byte] == mark + i);
      free(blocks[i]);
    }
  }
  return NULL;
}

int main(void) {
  pthread_t threads[3];
  unsigned char marks[3] = {10, 50, 90};
  for (int i = 0; i < 3; i++) pthread_create(&threads[i], NULL, worker, &marks[i]);
  for (int i = 0; i < 3; i++) pthread_join(threads[i], NULL);
  return 0;
}
