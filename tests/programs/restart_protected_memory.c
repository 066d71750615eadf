// selvage-test: protection changed by an execution is as before in the next, or the change stops with a message
// expect: completed?, unmodelled?
// plain-exit: 0
#include <assert.h>
#include <pthread.h>
#include <string.h>
#include <sys/mman.h>

enum { kSize = 4 * 4096 };

static char* page;

static void* worker(void* unused) {
  for (int i = 0; i < kSize; i += 4096) {
    assert(page[i] == 7);
    page[i] = 8;
  }
  assert(mprotect(page, kSize, PROT_NONE) == 0);
  return unused;
}

int main(void) {
  pthread_t thread;
  page = mmap(NULL, kSize, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  assert(page != MAP_FAILED);
  memset(page, 7, kSize);
  pthread_create(&thread, NULL, worker, NULL);
  assert(pthread_join(thread, NULL) == 0);
  return 0;
}
