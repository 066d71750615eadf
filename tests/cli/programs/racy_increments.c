// Two threads that increment an atomic counter in two steps; what it comes to, and a variable that
// nothing protects, are findings of a search that takes a second or two.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

#define ROUNDS 5

static atomic_int counter;
static int unprotected;

static void* increment(void* argument) {
  for (int i = 0; i < ROUNDS; i++) {
    int seen = atomic_load(&counter);
    atomic_store(&counter, seen + 1);
  }
  unprotected++;
  return argument;
}

int main(void) {
  pthread_t threads[2];
  for (int i = 0; i < 2; i++) pthread_create(&threads[i], NULL, increment, NULL);
  for (int i = 0; i < 2; i++) pthread_join(threads[i], NULL);
  assert(atomic_load(&counter) == 2 * ROUNDS);
}
