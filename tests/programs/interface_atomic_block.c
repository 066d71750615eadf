// selvage-test: nothing of another thread happens inside an atomic block, not even without a lock
// expect: completed
// plain-exit: skip
#include <assert.h>
#include <pthread.h>

void selvage_atomic_begin(void);
void selvage_atomic_end(void);

static int counter, shadow;

static void* worker(void* unused) {
  for (int i = 0; i < 3; i++) {
    selvage_atomic_begin();
    int seen = counter;
    assert(shadow == seen);
    selvage_atomic_begin();  // blocks nest
    counter = seen + 1;
    selvage_atomic_end();
    shadow++;
    selvage_atomic_end();
  }
  return unused;
}

static void* unprotected(void* unused) {
  int before = counter;  // the blocks exclude everybody, also threads that use none
  (void)before;
  return unused;
}

int main(void) {
  pthread_t threads[3];
  for (int i = 0; i < 3; i++) pthread_create(&threads[i], NULL, i < 2 ? worker : unprotected, NULL);
  for (int i = 0; i < 3; i++) pthread_join(threads[i], NULL);
  assert(counter == 6 && shadow == 6);
  return 0;
}
