// Writers store one and then minus one in two variables; the reader must not see the first without the second. With THREADS
// writers only the orders show it in which the reader comes between the first store of all and the next: a search that is
// deep elsewhere does not come there for a long time.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

#ifndef THREADS
#define THREADS 20
#endif

static atomic_int first, second;

static void* write_both(void* argument) {
  atomic_store(&first, 1);
  atomic_store(&second, -1);
  return argument;
}

static void* look(void* argument) {
  int a = atomic_load(&first), b = atomic_load(&second);
#ifdef FIXED
  (void)a, (void)b;
#else
  assert(!(a == 1 && b == 0));
#endif
  return argument;
}

int main(void) {
  pthread_t threads[THREADS + 1];
  for (int i = 0; i < THREADS; i++) pthread_create(&threads[i], NULL, write_both, NULL);
  pthread_create(&threads[THREADS], NULL, look, NULL);
  for (int i = 0; i <= THREADS; i++) pthread_join(threads[i], NULL);
}
