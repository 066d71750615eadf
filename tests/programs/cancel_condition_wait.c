// selvage-test: cancellation in pthread_cond_wait runs the cleanup handlers with the mutex held again
// expect: completed
#include <assert.h>
#include <errno.h>
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t never = PTHREAD_COND_INITIALIZER;
static int inside, cleaned;

static void clean_up(void* argument) {
  assert(argument == &cleaned);
  assert(pthread_mutex_trylock(&lock) == EBUSY);
  assert(++inside == 1);
  cleaned++;
  inside--;
  assert(pthread_mutex_unlock(&lock) == 0);
}

static void* waits(void* unused) {
  pthread_mutex_lock(&lock);
  pthread_cleanup_push(clean_up, &cleaned);
  for (;;) pthread_cond_wait(&never, &lock);
  pthread_cleanup_pop(0);
  return unused;
}

int main(void) {
  pthread_t threads[2];
  void* result;
  for (int i = 0; i < 2; i++) pthread_create(&threads[i], NULL, waits, NULL);
  for (int i = 0; i < 2; i++) {
    pthread_mutex_lock(&lock);
    assert(++inside == 1);
    assert(pthread_cancel(threads[i]) == 0);
    inside--;
    pthread_mutex_unlock(&lock);
    assert(pthread_join(threads[i], &result) == 0 && result == PTHREAD_CANCELED);
  }
  assert(cleaned == 2);
  assert(pthread_mutex_trylock(&lock) == 0);
  return 0;
}
