// selvage-test: a null pointer is dereferenced when the reader overtakes the writer, and only then
// expect: completed, crash
// plain-exit: skip
#include <pthread.h>
#include <stdatomic.h>

static int value = 5;
static _Atomic(int*) published;
static volatile int copy;

static void* reads(void* unused) {
  copy = *(volatile int*)atomic_load(&published);
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, reads, NULL);
  atomic_store(&published, &value);
  pthread_join(thread, NULL);
  return 0;
}
