// selvage-test: Peterson's lock and a sequence lock, whose loops look at more than one variable
// expect: completed
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>

static atomic_int wants[2], turn, sequence, first, second;
static int counter;

static void* enters(void* argument) {
  intptr_t own = (intptr_t)argument, other = 1 - own;
  atomic_store(&wants[own], 1);
  atomic_store(&turn, (int)other);
  while (atomic_load(&wants[other]) && atomic_load(&turn) == other) continue;
  counter++;
  atomic_fetch_add(&sequence, 1);
  atomic_fetch_add(&first, 1);
  atomic_fetch_add(&second, 1);
  atomic_fetch_add(&sequence, 1);
  atomic_store(&wants[own], 0);
  int before, a, b;
  do {
    before = atomic_load(&sequence);
    a = atomic_load(&first);
    b = atomic_load(&second);
  } while (before % 2 != 0 || atomic_load(&sequence) != before);
  assert(a == b);
  return NULL;
}

int main(void) {
  pthread_t threads[2];
  for (intptr_t i = 0; i < 2; i++) pthread_create(&threads[i], NULL, enters, (void*)i);
  for (int i = 0; i < 2; i++) pthread_join(threads[i], NULL);
  assert(counter == 2);
  return 0;
}
