// A tree of choices, twelve deep and ten wide, beside a thread that changes what they go by.
// options: --nondet 0..9
#include <pthread.h>
#include <stdatomic.h>
int __VERIFIER_nondet_int(void);
static atomic_int bias;
static int descend(int depth) {
  if (depth == 0) return 0;
  return (__VERIFIER_nondet_int() + atomic_load(&bias)) % 10 + descend(depth - 1);
}
static void* choose(void* unused) { return descend(12) == -1 ? 0 : unused; }
int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, choose, 0);
  for (int i = 0; i < 5; i++) bias++;
  pthread_join(thread, 0);
}
