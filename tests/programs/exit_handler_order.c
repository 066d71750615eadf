// selvage-test: exit handlers run last registered first, including those registered by a thread, each once
// expect: completed
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

static int next = 3;

static void registered_before_threads(void) { assert(next-- == 1); }
static void registered_by_main(void) { assert(next-- == 3); }

static void registered_by_thread(int status, void* argument) {
  assert(next-- == 2);
  assert(status == 0 && argument == &next);
}

static void* registers(void* unused) {
  assert(on_exit(registered_by_thread, &next) == 0);
  return unused;
}

int main(void) {
  pthread_t thread;
  assert(atexit(registered_before_threads) == 0);
  assert(pthread_create(&thread, NULL, registers, NULL) == 0);
  assert(pthread_join(thread, NULL) == 0);
  assert(atexit(registered_by_main) == 0);
  return 0;
}
