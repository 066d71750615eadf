// selvage-test: a thread overwrites what lies around its heap block and then frees it
// expect: memory-error, crash?
// plain-exit: skip
#include <pthread.h>
#include <stdlib.h>

static char* volatile block;

static void* corrupts(void* unused) {
  block = malloc(64);
  for (int offset = -32; offset < 96; offset++) block[offset] = (char)0xa5;
  free(block);
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, corrupts, NULL);
  pthread_join(thread, NULL);
  return 0;
}
