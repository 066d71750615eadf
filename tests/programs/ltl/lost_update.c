// shows: a lost update as a property of the end
// atom: both: balance == 2
// atom: negative: balance < 0
// model: lost_update.pml
// holds: G !negative
// holds weakly: F both
// with -DWRONG fails weakly: F both
// with -DWRONG holds: G !negative
#include <pthread.h>
#include <stdatomic.h>

_Atomic int balance;

static void* run(void* unused) {
#ifdef WRONG
  atomic_store(&balance, atomic_load(&balance) + 1);
#else
  atomic_fetch_add(&balance, 1);
#endif
  return unused;
}

int main(void) {
  pthread_t threads[2];
  for (int i = 0; i < 2; i++) pthread_create(&threads[i], 0, run, 0);
  for (int i = 0; i < 2; i++) pthread_join(threads[i], 0);
  return balance > 2;
}
