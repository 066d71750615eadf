// selvage-test: what the C library writes past a block's end is found when the block is freed
// expect: memory-error
// finding: a block of 8 bytes was written past its end before this free of it, allocated at
// cflags: -fno-builtin -U_FORTIFY_SOURCE
// plain-exit: skip
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

static void* prints(void* unused) {
  char* text = malloc(8);
  strxfrm(text, "123456789", 10);  // not among the functions that announce what they write
  free(text);
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, prints, NULL);
  pthread_join(thread, NULL);
  return 0;
}
