// selvage-test: a thread closes every descriptor, standard output included, and goes on
// expect: completed
#include <assert.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdio.h>
#include <unistd.h>

static void* closes(void* unused) {
  for (int descriptor = 0; descriptor < 1024; descriptor++) close(descriptor);
  puts("into the void");
  fflush(stdout);
  assert(open("/dev/null", O_RDWR) == 0);
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, closes, NULL);
  pthread_join(thread, NULL);
  return 0;
}
