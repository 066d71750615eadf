// selvage-test: a page that a thread maps and protects faults on a write, in the same execution and every time
// expect: crash
// plain-exit: skip
#include <assert.h>
#include <pthread.h>
#include <sys/mman.h>

static void* worker(void* unused) {
  volatile char* page = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  assert(page != MAP_FAILED);
  page[0] = 1;
  assert(mprotect((void*)page, 4096, PROT_READ) == 0);
  assert(page[0] == 1);
  page[0] = 2;
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, worker, NULL);
  pthread_join(thread, NULL);
  return 0;
}
