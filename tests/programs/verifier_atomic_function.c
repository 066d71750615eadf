// selvage-test: a function named __VERIFIER_atomic_* is one step for the others, whichever way it returns
// expect: completed
// plain-exit: skip
#include <assert.h>
#include <pthread.h>

static int balance = 2, taken;

static int __VERIFIER_atomic_withdraw(int amount) {
  if (balance < amount) return 0;
  int before = balance;
  taken += amount;
  balance = before - amount;
  return 1;
}

static void __VERIFIER_atomic_twice(void) {
  __VERIFIER_atomic_withdraw(1);
  __VERIFIER_atomic_withdraw(1);
}

static void* once(void* unused) {
  __VERIFIER_atomic_withdraw(1);
  return unused;
}

static void* twice(void* unused) {
  __VERIFIER_atomic_twice();
  return unused;
}

int main(void) {
  pthread_t threads[2];
  pthread_create(&threads[0], NULL, once, NULL);
  pthread_create(&threads[1], NULL, twice, NULL);
  for (int i = 0; i < 2; i++) pthread_join(threads[i], NULL);
  assert(balance == 0 && taken == 2);
  return 0;
}
