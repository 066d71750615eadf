// Too large to finish, with races that do no harm: hints that are read and written without a lock.
#include <assert.h>
#include <pthread.h>

static int hint, seen, total;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void* work(void* unused) {
  (void)unused;
  for (int i = 0; i < 3; i++) {
    hint = hint + 1;
    pthread_mutex_lock(&lock);
    total++;
    pthread_mutex_unlock(&lock);
    if (seen != hint) seen = hint;
  }
  return 0;
}

int main(void) {
  pthread_t threads[3];
  for (int i = 0; i < 3; i++) pthread_create(&threads[i], 0, work, 0);
  for (int i = 0; i < 3; i++) pthread_join(threads[i], 0);
  assert(total == 9);
  return 0;
}
