// selvage-check: bounded
// shows: a choice from part of a type that only one interleaving comes to
// gaps: narrow_choices
// strategies: source, dfs
#include <pthread.h>
#include <stdatomic.h>

extern int __VERIFIER_nondet_int(void);

static atomic_int turn;

static void *work(void *unused) {
  turn = 1;
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, work, NULL);
  int value = turn ? __VERIFIER_nondet_int() : 0;
  pthread_join(thread, NULL);
  return value > 1;
}
