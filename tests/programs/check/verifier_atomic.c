// selvage-check: verified
// shows: atomic blocks and functions named so protect plain variables from each other
// executions: 2
// strategies: source, classic
#include <assert.h>
#include <pthread.h>

extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);

static int shared;

void __VERIFIER_atomic_add(int number) { shared += number; }

static void* in_block(void* unused) {
  __VERIFIER_atomic_begin();
  shared += 2;
  __VERIFIER_atomic_end();
  return unused;
}

static void* in_function(void* unused) {
  __VERIFIER_atomic_add(3);
  return unused;
}

int main(void) {
  pthread_t first, second;
  pthread_create(&first, NULL, in_block, NULL);
  pthread_create(&second, NULL, in_function, NULL);
  pthread_join(first, NULL);
  pthread_join(second, NULL);
  assert(shared == 5);
  return 0;
}
