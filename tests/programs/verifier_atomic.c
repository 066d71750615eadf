// selvage-test: __VERIFIER_atomic_begin/end and functions named __VERIFIER_atomic_* are not interrupted
// expect: completed
// plain-exit: skip
#include <assert.h>
#include <pthread.h>

extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);

static int counter, other;

void __VERIFIER_atomic_increment(void) {
  int seen = other;
  other = seen + 1;
}

static void* worker(void* unused) {
  for (int i = 0; i < 2; i++) {
    __VERIFIER_atomic_begin();
    int seen = counter;
    counter = seen + 1;
    __VERIFIER_atomic_end();
    __VERIFIER_atomic_increment();
  }
  return unused;
}

int main(void) {
  pthread_t threads[2];
  for (int i = 0; i < 2; i++) pthread_create(&threads[i], NULL, worker, NULL);
  for (int i = 0; i < 2; i++) pthread_join(threads[i], NULL);
  assert(counter == 4);
  assert(other == 4);
  return 0;
}
