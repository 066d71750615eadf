// selvage-test: what the C library writes past a block's end is found when the block is freed
// expect: memory-error
// finding: a block of 8 bytes was written past its end before this free of it, allocated at
// cflags: -fno-builtin -U_FORTIFY_SOURCE
// plain-exit: skip
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

static volatile int number = 123456789;

static void* prints(void* unused) {
  char* text = malloc(8);
  sprintf(text, "%d", number);
  free(text);
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, prints, NULL);
  pthread_join(thread, NULL);
  return 0;
}
