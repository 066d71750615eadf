// selvage-test: writes of two threads through one descriptor and its duplicate share the offset; none overwrites another
// expect: completed
#include <assert.h>
#include <fcntl.h>
#include <pthread.h>
#include <string.h>
#include <unistd.h>

static const char name[] = "selvage_test_shared_offset.tmp";
static int files[2];

static void* writes(void* argument) {
  int* file = argument;
  for (int i = 0; i < 3; i++) assert(write(*file, file == &files[0] ? "a" : "b", 1) == 1);
  return NULL;
}

int main(void) {
  pthread_t threads[2];
  char text[8] = "";
  int count[2] = {0, 0};
  files[0] = open(name, O_CREAT | O_TRUNC | O_RDWR, 0600);
  files[1] = dup(files[0]);
  assert(files[0] >= 0 && files[1] > files[0]);
  for (int i = 0; i < 2; i++) pthread_create(&threads[i], NULL, writes, &files[i]);
  for (int i = 0; i < 2; i++) assert(pthread_join(threads[i], NULL) == 0);
  assert(lseek(files[1], 0, SEEK_CUR) == 6);
  assert(pread(files[0], text, sizeof text, 0) == 6);
  for (int i = 0; i < 6; i++) count[text[i] == 'b']++;
  assert(count[0] == 3 && count[1] == 3);
  assert(unlink(name) == 0);
  return 0;
}
