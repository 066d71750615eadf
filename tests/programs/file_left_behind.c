// selvage-test: files that an execution leaves behind, open or closed, do not exist in the next one
// expect: completed
// plain-exit: skip
#include <assert.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>

static void* in_current_directory(void* unused) {
  int file = open("selvage_test_left_behind.tmp", O_CREAT | O_EXCL | O_WRONLY, 0600);
  assert(file >= 0);
  assert(write(file, "left", 4) == 4);
  return unused;  // not even closed
}

static void* in_tmp(void* unused) {
  FILE* file = fopen("/tmp/selvage_test_left_behind.tmp", "wx");
  assert(file != NULL);
  assert(fputs("left", file) >= 0);
  assert(fclose(file) == 0);
  assert(mkdir("/tmp/selvage_test_left_behind.dir", 0700) == 0);
  return unused;
}

int main(void) {
  pthread_t threads[2];
  pthread_create(&threads[0], NULL, in_current_directory, NULL);
  pthread_create(&threads[1], NULL, in_tmp, NULL);
  for (int i = 0; i < 2; i++) assert(pthread_join(threads[i], NULL) == 0);
  return 0;
}
