// selvage-test: the writer-preferring kind and its static initialiser exclude like any other
// expect: completed
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>

static pthread_rwlock_t by_initialiser = PTHREAD_RWLOCK_WRITER_NONRECURSIVE_INITIALIZER_NP;
static pthread_rwlock_t by_attribute;
static int first, second;

static void* writer(void* lock) {
  assert(pthread_rwlock_wrlock(lock) == 0);
  first++;
  second++;
  assert(pthread_rwlock_unlock(lock) == 0);
  return NULL;
}

static void* reader(void* lock) {
  assert(pthread_rwlock_rdlock(lock) == 0);
  assert(first == second);
  assert(pthread_rwlock_unlock(lock) == 0);
  return NULL;
}

int main(void) {
  pthread_rwlockattr_t attributes;
  pthread_t threads[3];
  int kind = -1;
  pthread_rwlockattr_init(&attributes);
  assert(pthread_rwlockattr_setkind_np(&attributes, PTHREAD_RWLOCK_PREFER_WRITER_NONRECURSIVE_NP) == 0);
  assert(pthread_rwlockattr_getkind_np(&attributes, &kind) == 0);
  assert(kind == PTHREAD_RWLOCK_PREFER_WRITER_NONRECURSIVE_NP);
  assert(pthread_rwlock_init(&by_attribute, &attributes) == 0);
  for (int round = 0; round < 2; round++) {
    pthread_rwlock_t* lock = round ? &by_initialiser : &by_attribute;
    for (int i = 0; i < 3; i++) pthread_create(&threads[i], NULL, i ? writer : reader, lock);
    for (int i = 0; i < 3; i++) pthread_join(threads[i], NULL);
  }
  assert(first == 4 && second == 4);
  return 0;
}
