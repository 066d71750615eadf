// selvage-test: __VERIFIER_error is a finding, reached only when the second thread comes first
// expect: completed, assertion
// plain-exit: skip
#include <pthread.h>
#include <stdatomic.h>

extern void __VERIFIER_error(void);

static atomic_int stage;

static void* first(void* unused) {
  atomic_store(&stage, 1);
  return unused;
}

static void* second(void* unused) {
  if (atomic_load(&stage) == 0) __VERIFIER_error();
  return unused;
}

int main(void) {
  pthread_t threads[2];
  pthread_create(&threads[0], NULL, first, NULL);
  pthread_create(&threads[1], NULL, second, NULL);
  for (int i = 0; i < 2; i++) pthread_join(threads[i], NULL);
  return 0;
}
