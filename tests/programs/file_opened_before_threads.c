// selvage-test: a file opened and written before the threads start has its content and offset back in every execution
// expect: completed
#include <assert.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

static const char name[] = "selvage_test_opened_before.tmp";
static int file;
static FILE* stream;

static void* worker(void* unused) {
  assert(lseek(file, 0, SEEK_CUR) == 6);
  assert(write(file, "thread", 6) == 6);
  assert(lseek(file, 0, SEEK_END) == 12);
  assert(ftell(stream) == 3);
  assert(fputs("more", stream) >= 0 && fflush(stream) == 0);
  assert(ftell(stream) == 7);
  return unused;
}

int main(void) {
  pthread_t thread;
  char text[32] = "";
  file = open(name, O_CREAT | O_TRUNC | O_RDWR, 0600);
  assert(file >= 0 && write(file, "before", 6) == 6);
  stream = tmpfile();
  assert(stream && fputs("old", stream) >= 0 && fflush(stream) == 0);
  pthread_create(&thread, NULL, worker, NULL);
  assert(pthread_join(thread, NULL) == 0);
  assert(pread(file, text, sizeof text, 0) == 12 && strcmp(text, "beforethread") == 0);
  assert(close(file) == 0 && unlink(name) == 0);
  return 0;
}
