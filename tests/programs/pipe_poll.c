// selvage-test: poll blocks until one of two pipes is readable and tells which; the end shows as POLLHUP
// expect: completed
#include <assert.h>
#include <poll.h>
#include <pthread.h>
#include <unistd.h>

static int first[2], second[2];

static void* writes(void* argument) {
  int* ends = argument;
  assert(write(ends[1], "x", 1) == 1);
  assert(close(ends[1]) == 0);
  return NULL;
}

int main(void) {
  pthread_t threads[2];
  int received = 0, hung_up = 0;
  assert(pipe(first) == 0 && pipe(second) == 0);
  struct pollfd polled[2] = {{.fd = first[0], .events = POLLIN}, {.fd = second[0], .events = POLLIN}};
  assert(poll(polled, 2, 0) == 0);
  pthread_create(&threads[0], NULL, writes, first);
  pthread_create(&threads[1], NULL, writes, second);
  while (hung_up < 2) {
    int ready = poll(polled, 2, -1);
    assert(ready == 1 || ready == 2);
    for (int i = 0; i < 2; i++) {
      char byte;
      if (polled[i].revents == 0) continue;
      ready--;
      assert(polled[i].revents & (POLLIN | POLLHUP));
      ssize_t count = read(polled[i].fd, &byte, 1);
      received += count == 1;
      if (count == 0) {
        hung_up++;
        polled[i].fd = -1;
      }
    }
    assert(ready == 0);
  }
  assert(received == 2);
  for (int i = 0; i < 2; i++) pthread_join(threads[i], NULL);
  return 0;
}
