// selvage-test: destroying a locked mutex gives EBUSY and leaves it locked; an unlocked one can be destroyed and remade
// expect: completed
#include <assert.h>
#include <errno.h>
#include <pthread.h>

static pthread_mutex_t lock;

static void* stranger(void* unused) {
  assert(pthread_mutex_destroy(&lock) == EBUSY);
  assert(pthread_mutex_trylock(&lock) == EBUSY);
  return unused;
}

int main(void) {
  pthread_t thread;
  assert(pthread_mutex_init(&lock, NULL) == 0);
  assert(pthread_mutex_lock(&lock) == 0);
  assert(pthread_create(&thread, NULL, stranger, NULL) == 0);
  assert(pthread_mutex_destroy(&lock) == EBUSY);
  assert(pthread_join(thread, NULL) == 0);
  assert(pthread_mutex_unlock(&lock) == 0);
  assert(pthread_mutex_destroy(&lock) == 0);
  assert(pthread_mutex_init(&lock, NULL) == 0);
  assert(pthread_mutex_trylock(&lock) == 0);
  assert(pthread_mutex_unlock(&lock) == 0);
  assert(pthread_mutex_destroy(&lock) == 0);
  return 0;
}
