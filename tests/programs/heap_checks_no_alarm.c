// selvage-test: correct programs use blocks of every kind and size up to their last byte without alarm
// expect: completed
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

enum { kBlocks = 5 };

static char* early[kBlocks];  // allocated before there is a second thread
static char* passed_on;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void fill(char* block, size_t size) {
  for (size_t i = 0; i < size; i++) block[i] = (char)i;
  for (size_t i = 0; i < size; i++) assert(block[i] == (char)i);
}

static void* worker(void* argument) {
  for (size_t size = 0; size < 40; size += 13) {
    char* block = malloc(size);
    fill(block, size);
    block = realloc(block, size + 21);
    fill(block, size + 21);
    free(block);
  }
  char* aligned = aligned_alloc(128, 256);
  memset(aligned, 1, 256);
  free(aligned);
  char* large = calloc(1, 300000);
  large[0] = large[299999] = 1;
  char* copy = malloc(300000);
  memcpy(copy, large, 300000);
  free(large);
  assert(copy[299999] == 1);
  free(copy);
  pthread_mutex_lock(&lock);
  int index = *(int*)argument;
  fill(early[index], 100);
  free(early[index]);
  char* theirs = passed_on;
  passed_on = malloc(50);
  memset(passed_on, 2, 50);
  pthread_mutex_unlock(&lock);
  if (theirs) assert(theirs[49] == 2);
  free(theirs);
  return NULL;
}

int main(void) {
  pthread_t threads[2];
  int indices[2] = {1, 3};
  char* block_of_none = malloc(0);
  for (int i = 0; i < kBlocks; i++) early[i] = malloc(100);
  early[2] = realloc(early[2], 5000);
  for (int i = 0; i < 2; i++) pthread_create(&threads[i], NULL, worker, &indices[i]);
  for (int i = 0; i < 2; i++) pthread_join(threads[i], NULL);
  early[2][4999] = 1;
  for (int i = 0; i < kBlocks; i += 2) free(early[i]);
  free(passed_on);
  free(block_of_none);
  return 0;
}
