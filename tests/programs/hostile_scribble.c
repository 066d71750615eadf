// selvage-test: a thread overwrites the beginning and end of every writable mapping of the process, its own stack last
// expect: crash?, killed?, memory-error?, abort?, misuse?, stuck?, deadlock?, assertion?, unmodelled?, completed?
// plain-exit: skip
// executions: 10
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>

enum { kMostRegions = 2000 };

struct region {
  uintptr_t begin, end;
};

static void fill(uintptr_t begin, uintptr_t end) {
  uintptr_t count = end - begin;
  __asm__ volatile("rep stosb" : "+D"(begin), "+c"(count) : "a"(0xa5) : "memory");
}

static void scribble(struct region region) {
  const uintptr_t head = 4 << 20, tail = 1 << 20;
  if (region.end - region.begin <= head + tail) {
    fill(region.begin, region.end);
  } else {
    fill(region.begin, region.begin + head);
    fill(region.end - tail, region.end);
  }
}

static void* runs_wild(void* unused) {
  struct region regions[kMostRegions], own = {0, 0};
  // Its stack may lie across several mappings, with the frames of what it calls below its own.
  uintptr_t top = (uintptr_t)__builtin_frame_address(0) + 64, here = (uintptr_t)regions - (64 << 10);
  int count = 0;
  char line[512], permissions[8];
  unsigned long begin, end;
  FILE* maps = fopen("/proc/self/maps", "r");
  while (maps && count < kMostRegions && fgets(line, sizeof line, maps)) {
    if (sscanf(line, "%lx-%lx %7s", &begin, &end, permissions) != 3 || permissions[1] != 'w') continue;
    if (begin < top && here < end)
      own = (struct region){own.end == begin ? own.begin : begin, end};
    else
      regions[count++] = (struct region){begin, end};
  }
  for (int i = 0; i < count; i++) scribble(regions[i]);
  scribble(own);
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, runs_wild, NULL);
  pthread_join(thread, NULL);
  return 0;
}
