// selvage-test: a writer is alone; no reader sees a half-done update and no update is lost
// expect: completed
#include <assert.h>
#include <pthread.h>

static pthread_rwlock_t lock;
static int first, second;

static void* writer(void* unused) {
  for (int i = 0; i < 2; i++) {
    assert(pthread_rwlock_wrlock(&lock) == 0);
    first++;
    second++;
    assert(pthread_rwlock_unlock(&lock) == 0);
  }
  return unused;
}

static void* reader(void* unused) {
  for (int i = 0; i < 2; i++) {
    assert(pthread_rwlock_rdlock(&lock) == 0);
    assert(first == second);
    assert(pthread_rwlock_unlock(&lock) == 0);
  }
  return unused;
}

int main(void) {
  pthread_t threads[4];
  assert(pthread_rwlock_init(&lock, NULL) == 0);
  for (int i = 0; i < 4; i++) pthread_create(&threads[i], NULL, i < 2 ? writer : reader, NULL);
  for (int i = 0; i < 4; i++) pthread_join(threads[i], NULL);
  assert(first == 4 && second == 4);
  assert(pthread_rwlock_destroy(&lock) == 0);
  return 0;
}
