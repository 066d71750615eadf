// An atomic block that goes round for ever: one single step is too long, and no number of steps helps.
#include <pthread.h>
#include <stdatomic.h>
void __VERIFIER_atomic_begin(void);
void __VERIFIER_atomic_end(void);
static atomic_int value;
static void* work(void* unused) {
  __VERIFIER_atomic_begin();
  while (atomic_fetch_add(&value, 1) >= 0) {
  }
  __VERIFIER_atomic_end();
  return unused;
}
int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, work, 0);
  atomic_fetch_add(&value, 2);
  pthread_join(thread, 0);
}
