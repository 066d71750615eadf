// selvage-test: epoll_wait blocks until a registered pipe is readable and hands back its data
// expect: completed
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <sys/epoll.h>
#include <unistd.h>

static int pipes[2][2];

static void* writes(void* argument) {
  int* ends = argument;
  assert(write(ends[1], "x", 1) == 1);
  return NULL;
}

int main(void) {
  pthread_t threads[2];
  int seen[2] = {0, 0};
  int watcher = epoll_create1(EPOLL_CLOEXEC);
  assert(watcher >= 0);
  for (unsigned i = 0; i < 2; i++) {
    struct epoll_event event = {.events = EPOLLIN, .data.u32 = i};
    assert(pipe(pipes[i]) == 0);
    assert(epoll_ctl(watcher, EPOLL_CTL_ADD, pipes[i][0], &event) == 0);
    errno = 0;
    assert(epoll_ctl(watcher, EPOLL_CTL_ADD, pipes[i][0], &event) == -1 && errno == EEXIST);
  }
  for (int i = 0; i < 2; i++) pthread_create(&threads[i], NULL, writes, pipes[i]);
  while (seen[0] + seen[1] < 2) {
    struct epoll_event events[2];
    int ready = epoll_wait(watcher, events, 2, -1);
    assert(ready == 1 || ready == 2);
    for (int i = 0; i < ready; i++) {
      char byte;
      assert(events[i].events & EPOLLIN);
      assert(read(pipes[events[i].data.u32][0], &byte, 1) == 1);
      seen[events[i].data.u32]++;
    }
  }
  assert(seen[0] == 1 && seen[1] == 1);
  for (int i = 0; i < 2; i++) pthread_join(threads[i], NULL);
  struct epoll_event none;
  assert(epoll_wait(watcher, &none, 1, 0) == 0);
  return 0;
}
