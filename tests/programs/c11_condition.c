// selvage-test: cnd_wait, signal, broadcast, and cnd_timedwait with thrd_timedout
// expect: completed
#include <assert.h>
#include <threads.h>

static mtx_t lock;
static cnd_t changed, never_signalled;
static int stage, passed;

static int waiter(void* unused) {
  (void)unused;
  struct timespec past = {.tv_sec = 1};
  assert(mtx_lock(&lock) == thrd_success);
  while (stage == 0) assert(cnd_wait(&changed, &lock) == thrd_success);
  assert(cnd_timedwait(&never_signalled, &lock, &past) == thrd_timedout);
  passed++;
  assert(cnd_signal(&changed) == thrd_success);
  assert(mtx_unlock(&lock) == thrd_success);
  return 0;
}

int main(void) {
  thrd_t threads[2];
  mtx_init(&lock, mtx_plain);
  assert(cnd_init(&changed) == thrd_success && cnd_init(&never_signalled) == thrd_success);
  for (int i = 0; i < 2; i++) thrd_create(&threads[i], waiter, NULL);
  mtx_lock(&lock);
  stage = 1;
  assert(cnd_broadcast(&changed) == thrd_success);
  while (passed < 2) cnd_wait(&changed, &lock);
  mtx_unlock(&lock);
  for (int i = 0; i < 2; i++) thrd_join(threads[i], NULL);
  cnd_destroy(&changed);
  cnd_destroy(&never_signalled);
  mtx_destroy(&lock);
  return 0;
}
