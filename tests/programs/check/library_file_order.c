// selvage-check: bug
// shows: what threads write to one file is in it in either order
// finding: assertion
#include <assert.h>
#include <pthread.h>
#include <stdio.h>

static FILE* file;

static void* write_b(void* unused) {
  fprintf(file, "%c", 'b');
  return unused;
}

int main(void) {
  file = tmpfile();
  pthread_t thread;
  pthread_create(&thread, 0, write_b, 0);
  fputc('a', file);
  pthread_join(thread, 0);
  rewind(file);
  int first = fgetc(file);
  fclose(file);
  assert(first == 'a');  // finding
}
