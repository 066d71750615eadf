// selvage-test: stack size and detach state are kept in the attributes and honoured by the thread
// expect: completed
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <stddef.h>
#include <string.h>

enum { kStackSize = 1 << 20 };

static void* uses_its_stack(void* unused) {
  pthread_attr_t actual;
  size_t size = 0;
  volatile char block[kStackSize / 2];
  for (size_t i = 0; i < sizeof block; i += 4096) block[i] = 1;
  assert(block[4096] == 1);
  assert(pthread_getattr_np(pthread_self(), &actual) == 0);
  assert(pthread_attr_getstacksize(&actual, &size) == 0);
  assert(size >= kStackSize / 2);
  pthread_attr_destroy(&actual);
  return unused;
}

int main(void) {
  pthread_attr_t attributes;
  pthread_t thread;
  size_t size = 0;
  int state = -1;
  assert(pthread_attr_init(&attributes) == 0);
  assert(pthread_attr_getdetachstate(&attributes, &state) == 0 && state == PTHREAD_CREATE_JOINABLE);
  assert(pthread_attr_setdetachstate(&attributes, 99) == EINVAL);
  assert(pthread_attr_setstacksize(&attributes, 1) == EINVAL);
  assert(pthread_attr_setstacksize(&attributes, kStackSize) == 0);
  assert(pthread_attr_getstacksize(&attributes, &size) == 0 && size == kStackSize);
  assert(pthread_create(&thread, &attributes, uses_its_stack, NULL) == 0);
  assert(pthread_attr_destroy(&attributes) == 0);
  assert(pthread_join(thread, NULL) == 0);
  return 0;
}
