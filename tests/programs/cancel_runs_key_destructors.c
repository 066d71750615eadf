// selvage-test: a cancelled thread runs its cleanup handlers first and its key destructors then
// expect: completed
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>

static pthread_key_t key;
static sem_t never;
static int cleaned, destroyed;

static void clean_up(void* unused) {
  (void)unused;
  assert(destroyed == 0);
  assert(pthread_getspecific(key) == &key);
  cleaned = 1;
}

static void destroy(void* value) {
  assert(value == &key);
  assert(cleaned == 1);
  destroyed++;
}

static void* waits(void* unused) {
  pthread_setspecific(key, &key);
  pthread_cleanup_push(clean_up, NULL);
  sem_wait(&never);
  pthread_cleanup_pop(0);
  return unused;
}

int main(void) {
  pthread_t thread;
  sem_init(&never, 0, 0);
  pthread_key_create(&key, destroy);
  pthread_create(&thread, NULL, waits, NULL);
  pthread_cancel(thread);
  pthread_join(thread, NULL);
  assert(cleaned == 1 && destroyed == 1);
  return 0;
}
