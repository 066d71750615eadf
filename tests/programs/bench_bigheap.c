// selvage-test: benchmark: 64 MiB of heap filled before the threads start, of which they touch little
// expect: completed
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

enum { kBlocks = 64, kBlockSize = 1 << 20 };

static char* blocks[kBlocks];
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int touched;

static void* worker(void* argument) {
  int first = *(int*)argument;
  for (int i = 0; i < 3; i++) {
    char* byte = &blocks[first + i][kBlockSize / 2];
    pthread_mutex_lock(&lock);
    assert(*byte == 'f');
    *byte = 't';
    touched++;
    pthread_mutex_unlock(&lock);
  }
  return NULL;
}

int main(void) {
  pthread_t threads[2];
  int first[2] = {5, 40};
  for (int i = 0; i < kBlocks; i++) {
    blocks[i] = malloc(kBlockSize);
    memset(blocks[i], 'f', kBlockSize);
  }
  for (int i = 0; i < 2; i++) pthread_create(&threads[i], NULL, worker, &first[i]);
  for (int i = 0; i < 2; i++) pthread_join(threads[i], NULL);
  assert(touched == 6);
  return 0;
}
