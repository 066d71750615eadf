// selvage-test: a write to read-only memory is a crash, not something the checker makes possible
// expect: crash
// plain-exit: skip
#include <pthread.h>
#include <string.h>
#include <sys/mman.h>

static volatile char* page;

static void* writes(void* unused) {
  page[17] = 'x';
  return unused;
}

int main(void) {
  pthread_t thread;
  char* memory = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  memset(memory, 1, 4096);
  mprotect(memory, 4096, PROT_READ);
  page = memory;
  pthread_create(&thread, NULL, writes, NULL);
  pthread_join(thread, NULL);
  return 0;
}
