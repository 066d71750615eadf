// selvage-test: a destructor runs once per thread that set a value, in that thread, before join returns
// expect: completed
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static pthread_key_t key;
static atomic_int destroyed;

struct owned {
  pthread_t owner;
  int destroyed;
};

static void destroy(void* value) {
  struct owned* owned = value;
  assert(pthread_equal(owned->owner, pthread_self()));
  assert(pthread_getspecific(key) == NULL);
  owned->destroyed++;
  atomic_fetch_add(&destroyed, 1);
}

static void* sets_value(void* argument) {
  struct owned* owned = argument;
  owned->owner = pthread_self();
  assert(pthread_setspecific(key, owned) == 0);
  return NULL;
}

static void* sets_nothing(void* argument) {
  (void)argument;
  pthread_setspecific(key, &destroyed);
  pthread_setspecific(key, NULL);
  pthread_exit(NULL);
}

int main(void) {
  pthread_t threads[3];
  struct owned owned[2] = {0};
  assert(pthread_key_create(&key, destroy) == 0);
  for (int i = 0; i < 2; i++) pthread_create(&threads[i], NULL, sets_value, &owned[i]);
  pthread_create(&threads[2], NULL, sets_nothing, NULL);
  for (int i = 0; i < 3; i++) {
    pthread_join(threads[i], NULL);
    if (i < 2) assert(owned[i].destroyed == 1);
  }
  assert(atomic_load(&destroyed) == 2);
  pthread_setspecific(key, &owned);  // a return from main runs no destructors: destroy would fail on this
  return 0;
}
