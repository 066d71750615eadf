// selvage-test: trylock gives EBUSY on a held mutex to others and to the owner, and acquires a free one
// expect: completed
#include <assert.h>
#include <errno.h>
#include <pthread.h>

static pthread_mutex_t held = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t free_one = PTHREAD_MUTEX_INITIALIZER;

static void* tries(void* unused) {
  assert(pthread_mutex_trylock(&held) == EBUSY);
  assert(pthread_mutex_trylock(&free_one) == 0);
  assert(pthread_mutex_trylock(&free_one) == EBUSY);
  assert(pthread_mutex_unlock(&free_one) == 0);
  return unused;
}

int main(void) {
  pthread_t thread;
  assert(pthread_mutex_trylock(&held) == 0);
  assert(pthread_create(&thread, NULL, tries, NULL) == 0);
  assert(pthread_mutex_trylock(&held) == EBUSY);
  assert(pthread_join(thread, NULL) == 0);
  assert(pthread_mutex_unlock(&held) == 0);
  assert(pthread_mutex_trylock(&held) == 0);
  assert(pthread_mutex_unlock(&held) == 0);
  return 0;
}
