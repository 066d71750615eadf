// selvage-check: bug
// shows: a file must not be closed while another thread writes to it
// finding: data-race, use-after-free
#include <pthread.h>
#include <stdio.h>

static FILE* file;

static void* write_b(void* unused) {
  fputs("b", file);  // finding
  return unused;
}

int main(void) {
  file = tmpfile();
  pthread_t thread;
  pthread_create(&thread, 0, write_b, 0);
  fclose(file);  // finding
  pthread_join(thread, 0);
}
