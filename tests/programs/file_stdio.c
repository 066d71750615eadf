// selvage-test: two threads write their own files with stdio and read them back
// expect: completed
#include <assert.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

static void* worker(void* argument) {
  const char* name = argument;
  char line[64];
  int number = 0;
  FILE* file = fopen(name, "wx");
  assert(file != NULL);
  assert(fprintf(file, "%s %d\n", name, 42) > 0);
  assert(fputs("second line\n", file) >= 0);
  assert(fwrite("third", 1, 5, file) == 5 && fputc('\n', file) == '\n');
  assert(fclose(file) == 0);
  file = fopen(name, "r");
  assert(file != NULL);
  assert(fscanf(file, "%63s %d\n", line, &number) == 2 && strcmp(line, name) == 0 && number == 42);
  assert(fgets(line, sizeof line, file) && strcmp(line, "second line\n") == 0);
  assert(fseek(file, -6, SEEK_END) == 0 && fgetc(file) == 't');
  assert(ftell(file) > 0 && fread(line, 1, sizeof line, file) == 5 && feof(file));
  assert(fclose(file) == 0);
  assert(remove(name) == 0);
  return NULL;
}

int main(void) {
  pthread_t threads[2];
  pthread_create(&threads[0], NULL, worker, "selvage_test_stdio_first.tmp");
  pthread_create(&threads[1], NULL, worker, "/tmp/selvage_test_stdio_second.tmp");
  for (int i = 0; i < 2; i++) assert(pthread_join(threads[i], NULL) == 0);
  return 0;
}
