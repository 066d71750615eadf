// selvage-test: threads that come and go one after another start with fresh thread-local storage each
// expect: completed
#include <assert.h>
#include <errno.h>
#include <pthread.h>

static __thread int own = 5;
static int total;

static void* worker(void* unused) {
  assert(own == 5);
  assert(errno == 0);
  own = 6;
  errno = EINTR;
  total++;
  return unused;
}

int main(void) {
  for (int i = 0; i < 12; i++) {
    pthread_t thread;
    assert(pthread_create(&thread, NULL, worker, NULL) == 0);
    assert(pthread_join(thread, NULL) == 0);
    assert(total == i + 1);
  }
  assert(own == 5);
  return 0;
}
