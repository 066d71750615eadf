// selvage-test: a mutex built on a futex (three states, after Drepper) excludes and loses no wake-up
// expect: completed
#include <assert.h>
#include <linux/futex.h>
#include <pthread.h>
#include <stdatomic.h>
#include <sys/syscall.h>
#include <unistd.h>

enum { kFree, kLocked, kContended };

static atomic_int state;
static int inside, total;

static void lock(void) {
  int seen = kFree;
  if (atomic_compare_exchange_strong(&state, &seen, kLocked)) return;
  while (atomic_exchange(&state, kContended) != kFree)
    syscall(SYS_futex, &state, FUTEX_WAIT_PRIVATE, kContended, NULL, NULL, 0);
}

static void unlock(void) {
  if (atomic_exchange(&state, kFree) == kContended) syscall(SYS_futex, &state, FUTEX_WAKE_PRIVATE, 1, NULL, NULL, 0);
}

static void* worker(void* unused) {
  for (int i = 0; i < 2; i++) {
    lock();
    assert(++inside == 1);
    total++;
    inside--;
    unlock();
  }
  return unused;
}

int main(void) {
  pthread_t threads[3];
  for (int i = 0; i < 3; i++) pthread_create(&threads[i], NULL, worker, NULL);
  for (int i = 0; i < 3; i++) pthread_join(threads[i], NULL);
  assert(total == 6);
  return 0;
}
