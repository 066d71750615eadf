// selvage-test: blocks are allocated in one thread, resized in a second and freed in a third
// expect: completed
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

enum { kBlocks = 6 };

static char* blocks[kBlocks];

static void* allocates(void* unused) {
  for (int i = 0; i < kBlocks; i++) {
    blocks[i] = malloc(16u << i);
    memset(blocks[i], i, 16u << i);
  }
  return unused;
}

static void* resizes(void* unused) {
  for (int i = 0; i < kBlocks; i++) {
    blocks[i] = realloc(blocks[i], (16u << i) + 100);
    assert(blocks[i][0] == i && blocks[i][(16u << i) - 1] == i);
  }
  return unused;
}

static void* frees(void* unused) {
  for (int i = 0; i < kBlocks; i++) free(blocks[i]);
  return unused;
}

int main(void) {
  void* (*stages[])(void*) = {allocates, resizes, frees};
  for (int i = 0; i < 3; i++) {
    pthread_t thread;
    pthread_create(&thread, NULL, stages[i], NULL);
    pthread_join(thread, NULL);
  }
  return 0;
}
