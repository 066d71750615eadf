// selvage-test: descriptors that an execution opens, closes or replaces are as before in the next
// expect: completed
#include <assert.h>
#include <fcntl.h>
#include <pthread.h>
#include <unistd.h>

static int opened_before, first_free;

static void* worker(void* unused) {
  char byte = 0;
  int opened = open("/proc/self/status", O_RDONLY);
  assert(opened == first_free);  // a leaked descriptor would have taken this number
  assert(read(opened_before, &byte, 1) == 1);
  assert(byte == 'N');  // the offset is at the start: the file begins with "Name:"
  assert(close(opened_before) == 0);
  assert(open("/dev/null", O_RDONLY) == opened_before);
  assert(open("/dev/null", O_RDONLY) > opened);
  return unused;  // nothing is closed
}

int main(void) {
  pthread_t thread;
  opened_before = open("/proc/self/status", O_RDONLY);
  assert(opened_before >= 0);
  first_free = open("/dev/null", O_RDONLY);
  assert(close(first_free) == 0);
  pthread_create(&thread, NULL, worker, NULL);
  assert(pthread_join(thread, NULL) == 0);
  return 0;
}
