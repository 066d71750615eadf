// selvage-test: each execution writes eight megabytes to standard output
// expect: completed
// executions: 30
#include <assert.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

static void* writes(void* unused) {
  static char block[1 << 20];
  memset(block, 'x', sizeof block);
  for (int i = 0; i < 8; i++) assert(fwrite(block, 1, sizeof block, stdout) == sizeof block);
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, writes, NULL);
  pthread_join(thread, NULL);
  return 0;
}
