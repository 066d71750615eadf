// selvage-test: a spinlock keeps threads apart, and waiting for it blocks instead of burning steps
// expect: completed
#include <assert.h>
#include <pthread.h>

static pthread_spinlock_t lock;
static int inside, total;

static void* worker(void* unused) {
  for (int round = 0; round < 2; round++) {
    assert(pthread_spin_lock(&lock) == 0);
    assert(++inside == 1);
    total++;
    inside--;
    assert(pthread_spin_unlock(&lock) == 0);
  }
  return unused;
}

int main(void) {
  pthread_t threads[3];
  assert(pthread_spin_init(&lock, PTHREAD_PROCESS_PRIVATE) == 0);
  for (int i = 0; i < 3; i++) pthread_create(&threads[i], NULL, worker, NULL);
  for (int i = 0; i < 3; i++) pthread_join(threads[i], NULL);
  assert(total == 6);
  assert(pthread_spin_destroy(&lock) == 0);
  return 0;
}
