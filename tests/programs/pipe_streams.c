// selvage-test: stdio streams on a pipe work between threads, or stop with a message
// expect: completed?, unmodelled?
// plain-exit: 0
#include <assert.h>
#include <pthread.h>
#include <stdio.h>
#include <unistd.h>

static int ends[2];

static void* writes(void* unused) {
  FILE* stream = fdopen(ends[1], "w");
  assert(stream != NULL);
  for (int i = 0; i < 3; i++) assert(fprintf(stream, "line %d\n", i) == 7);
  assert(fclose(stream) == 0);
  return unused;
}

int main(void) {
  pthread_t thread;
  char line[16];
  int number = 0, lines = 0;
  assert(pipe(ends) == 0);
  pthread_create(&thread, NULL, writes, NULL);
  FILE* stream = fdopen(ends[0], "r");
  assert(stream != NULL);
  while (fgets(line, sizeof line, stream)) {
    assert(sscanf(line, "line %d", &number) == 1 && number == lines);
    lines++;
  }
  assert(lines == 3 && feof(stream) && fclose(stream) == 0);
  pthread_join(thread, NULL);
  return 0;
}
