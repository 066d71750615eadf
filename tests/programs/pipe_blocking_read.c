// selvage-test: a read blocks until something is written, returns what is there, and sees the end after the close
// expect: completed
#include <assert.h>
#include <pthread.h>
#include <string.h>
#include <unistd.h>

static int ends[2];
static int written;

static void* reads(void* unused) {
  char text[16] = "";
  assert(read(ends[0], text, 2) == 2);
  assert(written >= 1 && memcmp(text, "ab", 2) == 0);
  assert(read(ends[0], text, 1) == 1 && text[0] == 'c');
  assert(read(ends[0], text, sizeof text) == 4 && memcmp(text, "defg", 4) == 0);
  assert(written == 2);
  assert(read(ends[0], text, sizeof text) == 0);
  assert(read(ends[0], text, sizeof text) == 0);
  return unused;
}

int main(void) {
  pthread_t thread;
  assert(pipe(ends) == 0);
  pthread_create(&thread, NULL, reads, NULL);
  written = 1;
  assert(write(ends[1], "abc", 3) == 3);
  written = 2;
  assert(write(ends[1], "defg", 4) == 4);
  assert(close(ends[1]) == 0);
  pthread_join(thread, NULL);
  assert(close(ends[0]) == 0);
  return 0;
}
