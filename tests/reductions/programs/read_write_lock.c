// Two writers, two readers, and a lock of two variables that keeps them apart (Flanagan, Freund and Qadeer, Thread-modular
// verification for shared-memory programs, 2002). The readers share the variable that they copy to.
#include <assert.h>
#include <pthread.h>

void __VERIFIER_atomic_begin(void);
void __VERIFIER_atomic_end(void);
void __VERIFIER_assume(int condition);

static int writing, reading, x, y;

static void* write_it(void* unused) {
  __VERIFIER_atomic_begin();
  __VERIFIER_assume(writing == 0 && reading == 0);
  writing = 1;
  __VERIFIER_atomic_end();
  x = 3;
  writing = 0;
  return unused;
}

static void* read_it(void* unused) {
  __VERIFIER_atomic_begin();
  __VERIFIER_assume(writing == 0);
  reading = reading + 1;
  __VERIFIER_atomic_end();
  int seen = x;
  y = seen;
  assert(y == x);
  __VERIFIER_atomic_begin();
  reading = reading - 1;
  __VERIFIER_atomic_end();
  return unused;
}

int main(void) {
  pthread_t threads[4];
  pthread_create(&threads[0], NULL, write_it, NULL);
  pthread_create(&threads[1], NULL, read_it, NULL);
  pthread_create(&threads[2], NULL, write_it, NULL);
  pthread_create(&threads[3], NULL, read_it, NULL);
  for (int i = 0; i < 4; i++) pthread_join(threads[i], NULL);
  return 0;
}
