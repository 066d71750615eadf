// selvage-check: bug
// shows: getline writes to the line that it is given
// finding: data-race
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

static char* line;

static void* look(void* unused) {
  return line[0] == 'x' ? unused : 0;  // finding
}

int main(void) {
  FILE* file = tmpfile();
  fputs("abc\n", file);
  rewind(file);
  size_t size = 64;
  line = calloc(size, 1);
  pthread_t thread;
  pthread_create(&thread, 0, look, 0);
  getline(&line, &size, file);  // finding
  pthread_join(thread, 0);
  free(line);
  fclose(file);
}
