// Three threads increment a variable without a lock; the write of another one is why the assertion fails.
#include <assert.h>
#include <pthread.h>

static int x;

static void* add(void* unused) {
  int before = x;
  x = before + 1;
  assert(x == before + 1);
  return unused;
}

int main(void) {
  pthread_t threads[3];
  for (int i = 0; i < 3; i++) pthread_create(&threads[i], 0, add, 0);
  for (int i = 0; i < 3; i++) pthread_join(threads[i], 0);
}
