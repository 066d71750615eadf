// selvage-test: three readers hold the lock at the same time (they meet at a barrier inside)
// expect: completed
#include <assert.h>
#include <pthread.h>

static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
static pthread_barrier_t meeting;

static void* reader(void* unused) {
  assert(pthread_rwlock_rdlock(&lock) == 0);
  pthread_barrier_wait(&meeting);
  assert(pthread_rwlock_unlock(&lock) == 0);
  return unused;
}

int main(void) {
  pthread_t threads[3];
  pthread_barrier_init(&meeting, NULL, 3);
  for (int i = 0; i < 3; i++) pthread_create(&threads[i], NULL, reader, NULL);
  for (int i = 0; i < 3; i++) pthread_join(threads[i], NULL);
  assert(pthread_rwlock_trywrlock(&lock) == 0);
  assert(pthread_rwlock_unlock(&lock) == 0);
  assert(pthread_rwlock_destroy(&lock) == 0);
  return 0;
}
