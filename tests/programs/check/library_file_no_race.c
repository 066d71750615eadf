// selvage-check: verified
// shows: threads may write to one file at the same time
// executions: 2
#include <pthread.h>
#include <stdio.h>

static FILE* file;

static void* write_b(void* unused) {
  fputs("b", file);
  return unused;
}

int main(void) {
  file = tmpfile();
  pthread_t thread;
  pthread_create(&thread, 0, write_b, 0);
  fwrite("a", 1, 1, file);
  pthread_join(thread, 0);
  fclose(file);
}
