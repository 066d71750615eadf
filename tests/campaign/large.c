// Too large to finish, with a bug that is found at once: for campaigns that are interrupted.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int value;

static void* add(void* unused) {
  (void)unused;
  for (int i = 0; i < 8; i++) {
    int seen = value;
    value = seen + 1;
  }
  return 0;
}

int main(void) {
  pthread_t threads[3];
  for (int i = 0; i < 3; i++) pthread_create(&threads[i], 0, add, 0);
  for (int i = 0; i < 3; i++) pthread_join(threads[i], 0);
  assert(value == 24);
  return 0;
}
