// selvage-test: mappings made by an execution are gone in the next; the fixed address is free every time
// expect: completed
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>
#include <stdint.h>
#include <string.h>
#include <sys/mman.h>

enum { kSize = 1 << 16 };

static void* const fixed = (void*)0x050000000000;
static char* kept;

static void* worker(void* unused) {
  char* mapped = mmap(NULL, kSize, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  assert(mapped != MAP_FAILED);
  for (int i = 0; i < kSize; i += 4096) assert(mapped[i] == 0);
  memset(mapped, 1, kSize);
  assert(munmap(mapped, kSize) == 0);
  kept = mmap(NULL, kSize, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  assert(kept != MAP_FAILED && kept[100] == 0);
  memset(kept, 2, kSize);
  kept = mremap(kept, kSize, 2 * kSize, MREMAP_MAYMOVE);
  assert(kept != MAP_FAILED && kept[100] == 2 && kept[kSize] == 0);
  char* at_fixed = mmap(fixed, kSize, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED_NOREPLACE, -1, 0);
  assert(at_fixed == fixed && at_fixed[5] == 0);
  at_fixed[5] = 1;
  return unused;  // the last two stay mapped
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, worker, NULL);
  assert(pthread_join(thread, NULL) == 0);
  assert(kept[kSize - 1] == 2);
  return 0;
}
