// selvage-test: tmpfile and mkstemp in two threads give different, writable files
// expect: completed
#include <assert.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static void* worker(void* argument) {
  const char* mark = argument;
  char name[] = "/tmp/selvage_test_XXXXXX", text[16] = "";
  FILE* anonymous = tmpfile();
  assert(anonymous != NULL);
  assert(fputs(mark, anonymous) >= 0);
  int file = mkstemp(name);
  assert(file >= 0 && strstr(name, "XXXXXX") == NULL);
  assert(write(file, mark, strlen(mark)) == (ssize_t)strlen(mark));
  rewind(anonymous);
  assert(fgets(text, sizeof text, anonymous) && strcmp(text, mark) == 0);
  memset(text, 0, sizeof text);
  assert(pread(file, text, sizeof text, 0) == (ssize_t)strlen(mark) && strcmp(text, mark) == 0);
  assert(fclose(anonymous) == 0);
  assert(close(file) == 0 && unlink(name) == 0);
  return NULL;
}

int main(void) {
  pthread_t threads[2];
  pthread_create(&threads[0], NULL, worker, "warp");
  pthread_create(&threads[1], NULL, worker, "weft");
  for (int i = 0; i < 2; i++) assert(pthread_join(threads[i], NULL) == 0);
  return 0;
}
