// selvage-test: pthread_spin_trylock gives EBUSY on a held lock and acquires a free one
// expect: completed
#include <assert.h>
#include <errno.h>
#include <pthread.h>

static pthread_spinlock_t held, free_one;

static void* tries(void* unused) {
  assert(pthread_spin_trylock(&held) == EBUSY);
  assert(pthread_spin_trylock(&free_one) == 0);
  assert(pthread_spin_unlock(&free_one) == 0);
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_spin_init(&held, PTHREAD_PROCESS_PRIVATE);
  pthread_spin_init(&free_one, PTHREAD_PROCESS_PRIVATE);
  assert(pthread_spin_lock(&held) == 0);
  assert(pthread_create(&thread, NULL, tries, NULL) == 0);
  assert(pthread_join(thread, NULL) == 0);
  assert(pthread_spin_trylock(&held) == EBUSY);
  assert(pthread_spin_unlock(&held) == 0);
  assert(pthread_spin_trylock(&held) == 0);
  return 0;
}
