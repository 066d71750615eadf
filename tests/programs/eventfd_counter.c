// selvage-test: an eventfd adds up what is written; a read takes all, or one in semaphore mode, and blocks at zero
// expect: completed
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <stdint.h>
#include <sys/eventfd.h>
#include <unistd.h>

static int counter, tickets, empty;

static void* writes(void* unused) {
  uint64_t value = 3;
  assert(write(counter, &value, sizeof value) == sizeof value);
  assert(eventfd_write(counter, 4) == 0);
  value = 2;
  assert(write(tickets, &value, sizeof value) == sizeof value);
  return unused;
}

int main(void) {
  pthread_t thread;
  uint64_t value = 0, sum = 0;
  counter = eventfd(0, 0);
  tickets = eventfd(1, EFD_SEMAPHORE);
  empty = eventfd(0, EFD_NONBLOCK);
  assert(counter >= 0 && tickets >= 0 && empty >= 0);
  errno = 0;
  assert(read(empty, &value, sizeof value) == -1 && errno == EAGAIN);
  assert(read(empty, &value, 4) == -1 && errno == EINVAL);
  pthread_create(&thread, NULL, writes, NULL);
  while (sum < 7) {
    assert(read(counter, &value, sizeof value) == sizeof value);
    assert(value == 3 || value == 4 || value == 7);
    sum += value;
  }
  assert(sum == 7);
  for (int i = 0; i < 3; i++) assert(read(tickets, &value, sizeof value) == sizeof value && value == 1);
  pthread_join(thread, NULL);
  return 0;
}
