// selvage-test: errno belongs to the thread, through failing calls and switches
// expect: completed
#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <sched.h>
#include <unistd.h>

static void* opens_nothing(void* unused) {
  assert(errno == 0);
  for (int i = 0; i < 2; i++) {
    assert(open("/does/not/exist", O_RDONLY) == -1);
    sched_yield();
    assert(errno == ENOENT);
  }
  return unused;
}

static void* closes_nothing(void* unused) {
  assert(errno == 0);
  for (int i = 0; i < 2; i++) {
    assert(close(-1) == -1);
    sched_yield();
    assert(errno == EBADF);
  }
  return unused;
}

int main(void) {
  pthread_t threads[2];
  errno = ERANGE;
  pthread_create(&threads[0], NULL, opens_nothing, NULL);
  pthread_create(&threads[1], NULL, closes_nothing, NULL);
  for (int i = 0; i < 2; i++) pthread_join(threads[i], NULL);
  assert(errno == ERANGE);
  return 0;
}
