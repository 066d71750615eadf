// A lock of two variables whose readers forget to count themselves: a writer may come while one of them reads.
#include <assert.h>
#include <pthread.h>

void __VERIFIER_atomic_begin(void);
void __VERIFIER_atomic_end(void);
void __VERIFIER_assume(int condition);

static int writing, reading, x;

static void* write_it(void* unused) {
  __VERIFIER_atomic_begin();
  __VERIFIER_assume(writing == 0 && reading == 0);
  writing = 1;
  __VERIFIER_atomic_end();
  x = 1;
  x = 2;
  writing = 0;
  return unused;
}

static void* read_it(void* unused) {
  __VERIFIER_atomic_begin();
  __VERIFIER_assume(writing == 0);
  __VERIFIER_atomic_end();
  int seen = x;
  assert(seen != 1);
  return unused;
}

int main(void) {
  pthread_t threads[3];
  pthread_create(&threads[0], NULL, write_it, NULL);
  pthread_create(&threads[1], NULL, read_it, NULL);
  pthread_create(&threads[2], NULL, read_it, NULL);
  for (int i = 0; i < 3; i++) pthread_join(threads[i], NULL);
  return 0;
}
