// selvage-test: a deleted key runs no destructor and is invalid; a new key starts as NULL in every thread
// expect: completed
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <semaphore.h>

static pthread_key_t old_key, new_key;
static sem_t value_set, key_replaced;

static void never(void* value) {
  (void)value;
  assert(!"the destructor of a deleted key ran");
}

static void* worker(void* unused) {
  assert(pthread_setspecific(old_key, &old_key) == 0);
  sem_post(&value_set);
  sem_wait(&key_replaced);
  assert(pthread_getspecific(new_key) == NULL);
  return unused;
}

int main(void) {
  pthread_t thread;
  sem_init(&value_set, 0, 0);
  sem_init(&key_replaced, 0, 0);
  assert(pthread_key_create(&old_key, never) == 0);
  pthread_create(&thread, NULL, worker, NULL);
  sem_wait(&value_set);
  assert(pthread_key_delete(old_key) == 0);
  assert(pthread_key_delete(old_key) == EINVAL);
  assert(pthread_setspecific(old_key, &old_key) == EINVAL);
  assert(pthread_key_create(&new_key, NULL) == 0);
  sem_post(&key_replaced);
  pthread_join(thread, NULL);
  return 0;
}
