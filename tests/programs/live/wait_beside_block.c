// selvage-live: bug
// shows: what an atomic block writes in between lets no other thread go on: before the block, its wait would have ended
// finding: assertion
// loops: 1
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

void __VERIFIER_atomic_begin(void);
void __VERIFIER_atomic_end(void);

static atomic_int open = 1;

static void* closes(void* unused) {
  atomic_store(&open, 0);
  __VERIFIER_atomic_begin();
  atomic_store(&open, 1);
  atomic_store(&open, 0);
  __VERIFIER_atomic_end();
  return unused;
}

static void* passes(void* unused) {
  while (!atomic_load(&open)) {
  }
  assert(0);  // finding
  return unused;
}

int main(void) {
  pthread_t first, second;
  pthread_create(&first, 0, closes, 0);
  pthread_create(&second, 0, passes, 0);
  return 0;
}
