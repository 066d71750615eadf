// selvage-test: a string is copied without room for its end
// expect: memory-error
// finding: write of 13 bytes at offset 0 of a block of 12 bytes, 1 past its end
// plain-exit: skip
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

static char text[] = "twelve bytes";
static volatile size_t length = sizeof text;

static void* copies(void* unused) {
  char* copy = malloc(length - 1);
  memcpy(copy, text, length);
  free(copy);
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, copies, NULL);
  pthread_join(thread, NULL);
  return 0;
}
