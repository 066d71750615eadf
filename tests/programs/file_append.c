// selvage-test: two threads append through their own descriptors; no record is lost or torn
// expect: completed
#include <assert.h>
#include <fcntl.h>
#include <pthread.h>
#include <string.h>
#include <unistd.h>

static const char name[] = "selvage_test_append.tmp";

static void* appends(void* record) {
  int file = open(name, O_WRONLY | O_APPEND);
  assert(file >= 0);
  for (int i = 0; i < 2; i++) assert(write(file, record, 4) == 4);
  assert(close(file) == 0);
  return NULL;
}

int main(void) {
  pthread_t threads[2];
  char text[32] = "";
  int first = 0, second = 0;
  int file = open(name, O_CREAT | O_TRUNC | O_RDWR, 0600);  // exists when the threads start
  assert(file >= 0);
  pthread_create(&threads[0], NULL, appends, "one.");
  pthread_create(&threads[1], NULL, appends, "two.");
  for (int i = 0; i < 2; i++) assert(pthread_join(threads[i], NULL) == 0);
  assert(read(file, text, sizeof text) == 16);
  for (int i = 0; i < 16; i += 4) {
    first += memcmp(text + i, "one.", 4) == 0;
    second += memcmp(text + i, "two.", 4) == 0;
  }
  assert(first == 2 && second == 2);
  assert(close(file) == 0 && unlink(name) == 0);
  return 0;
}
