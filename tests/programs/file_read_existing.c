// selvage-test: two threads read the program's own file, each with its own offset, by read, stdio and mmap
// expect: completed
#include <assert.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

static const char* program;
static const char magic[4] = {0x7f, 'E', 'L', 'F'};

static void* worker(void* unused) {
  char bytes[4];
  int file = open(program, O_RDONLY);
  assert(file >= 0);
  for (int i = 0; i < 4; i++) assert(read(file, &bytes[i], 1) == 1);
  assert(memcmp(bytes, magic, 4) == 0);
  char* mapped = mmap(NULL, 4096, PROT_READ, MAP_PRIVATE, file, 0);
  assert(mapped != MAP_FAILED && memcmp(mapped, magic, 4) == 0);
  assert(close(file) == 0);
  FILE* stream = fopen(program, "rb");
  assert(stream != NULL && fread(bytes, 1, 4, stream) == 4 && memcmp(bytes, magic, 4) == 0);
  assert(fclose(stream) == 0);
  assert(munmap(mapped, 4096) == 0);
  return unused;
}

int main(int count, char** arguments) {
  pthread_t threads[2];
  assert(count >= 1);
  program = arguments[0];
  for (int i = 0; i < 2; i++) pthread_create(&threads[i], NULL, worker, NULL);
  for (int i = 0; i < 2; i++) assert(pthread_join(threads[i], NULL) == 0);
  return 0;
}
