// selvage-test: a key's value belongs to the thread, starts as NULL, and survives switches
// expect: completed
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <sched.h>

static pthread_key_t keys[2];

static void* worker(void* argument) {
  int second_value;
  assert(pthread_getspecific(keys[0]) == NULL && pthread_getspecific(keys[1]) == NULL);
  assert(pthread_setspecific(keys[0], argument) == 0);
  sched_yield();
  assert(pthread_setspecific(keys[1], &second_value) == 0);
  sched_yield();
  assert(pthread_getspecific(keys[0]) == argument);
  assert(pthread_getspecific(keys[1]) == &second_value);
  return NULL;
}

int main(void) {
  pthread_t threads[3];
  int arguments[3];
  for (int i = 0; i < 2; i++) assert(pthread_key_create(&keys[i], NULL) == 0);
  assert(keys[0] != keys[1]);
  assert(pthread_setspecific(keys[0], &keys) == 0);
  for (int i = 0; i < 3; i++) pthread_create(&threads[i], NULL, worker, &arguments[i]);
  for (int i = 0; i < 3; i++) pthread_join(threads[i], NULL);
  assert(pthread_getspecific(keys[0]) == &keys);
  assert(pthread_setspecific((pthread_key_t)4000000000, &keys) == EINVAL);
  return 0;
}
