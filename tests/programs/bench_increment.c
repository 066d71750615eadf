// selvage-test: benchmark: two threads increment a shared variable a few times, unprotected
// expect: completed
#include <assert.h>
#include <pthread.h>

enum { kIncrements = 3 };

static int counter;

static void* increments(void* unused) {
  for (int i = 0; i < kIncrements; i++) counter++;
  return unused;
}

int main(void) {
  pthread_t first, second;
  pthread_create(&first, NULL, increments, NULL);
  pthread_create(&second, NULL, increments, NULL);
  pthread_join(first, NULL);
  pthread_join(second, NULL);
  assert(counter >= 2 && counter <= 2 * kIncrements);
  return 0;
}
