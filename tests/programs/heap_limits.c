// selvage-test: an impossible size gives NULL and ENOMEM, a zero size a pointer that can be freed
// expect: completed
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <stdint.h>
#include <stdlib.h>

static volatile size_t huge = PTRDIFF_MAX, half = SIZE_MAX / 2 + 1, nothing;
static void* volatile result;  // volatile: the compiler must not do without the allocation

static void* worker(void* unused) {
  result = malloc(huge);
  assert(result == NULL && errno == ENOMEM);
  result = calloc(half, 2);
  assert(result == NULL);
  char* block = malloc(10);
  block[0] = 'k';
  result = realloc(block, huge);
  assert(result == NULL);
  assert(block[0] == 'k');
  free(block);
  result = malloc(nothing);
  void* other = malloc(nothing);
  assert(result != NULL && other != NULL && result != other);
  free(result);
  free(other);
  result = realloc(NULL, 20);
  assert(result != NULL);
  free(result);
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, worker, NULL);
  pthread_join(thread, NULL);
  return 0;
}
