// selvage-test: the whole allocation family gives aligned, zeroed, preserved memory of at least the size asked for
// expect: completed
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <malloc.h>
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int aligned(const void* address, size_t alignment) { return (uintptr_t)address % alignment == 0; }

static void* worker(void* unused) {
  char *plain = malloc(100), *zeroed = calloc(25, 4), *wide = aligned_alloc(256, 512), *printed = NULL;
  void* page = NULL;
  assert(plain && zeroed && wide);
  assert(aligned(plain, 16) && aligned(zeroed, 16) && aligned(wide, 256));
  for (int i = 0; i < 100; i++) assert(zeroed[i] == 0);
  assert(malloc_usable_size(plain) >= 100);
  assert(posix_memalign(&page, 4096, 100) == 0 && aligned(page, 4096));
  assert(posix_memalign(&page, 3, 100) == EINVAL);
  memset(plain, 'p', 100);
  plain = realloc(plain, 5000);
  for (int i = 0; i < 100; i++) assert(plain[i] == 'p');
  plain = realloc(plain, 10);
  assert(plain[9] == 'p');
  zeroed = reallocarray(zeroed, 100, 4);
  assert(zeroed && zeroed[99] == 0);
  errno = 0;
  assert(reallocarray(zeroed, SIZE_MAX / 2, 4) == NULL && errno == ENOMEM);
  char *copy = strdup("selvage"), *part = strndup("selvage", 3);
  assert(strcmp(copy, "selvage") == 0 && strcmp(part, "sel") == 0);
  assert(asprintf(&printed, "%s-%d", copy, 7) == 9 && strcmp(printed, "selvage-7") == 0);
  free(plain);
  free(zeroed);
  free(wide);
  free(page);
  free(copy);
  free(part);
  free(printed);
  free(NULL);
  return unused;
}

int main(void) {
  pthread_t threads[2];
  for (int i = 0; i < 2; i++) pthread_create(&threads[i], NULL, worker, NULL);
  for (int i = 0; i < 2; i++) pthread_join(threads[i], NULL);
  return 0;
}
