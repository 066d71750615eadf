// Writes a file of 4 MiB, by a stream or, with BY_CALLS, by system calls, and fails where it cannot.
#include <assert.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <unistd.h>
static atomic_int order;
static char block[1 << 16];
static void* write_file(void* unused) {
  order = order * 2 + 1;
  long written = 0;
#ifdef BY_CALLS
  int file = open("written", O_CREAT | O_WRONLY, 0600);
  for (int i = 0; i < 64; i++) written += write(file, block, sizeof block) == sizeof block;
  close(file);
#else
  FILE* file = fopen("written", "w");
  for (int i = 0; i < 64; i++) written += fwrite(block, 1, sizeof block, file) == sizeof block;
  fclose(file);
#endif
  assert(written == 64);
  return unused;
}
int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, write_file, 0);
  order = order * 2;
  pthread_join(thread, 0);
}
