// A formula over what three threads count, on executions and on states.
// options: --ltl 'G(!much || F(!much))' --atom 'much: a + b + c > 50'
// options: --ltl 'G(!much || F(!much))' --atom 'much: a + b + c > 50' --strategy states
#include <pthread.h>
#include <stdatomic.h>
atomic_int a, b, c;
static void* work(void* own) {
  for (int i = 0; i < 40; i++) {
    atomic_fetch_add((atomic_int*)own, 1);
    if (atomic_load(&a) > atomic_load(&b)) atomic_fetch_sub(&c, 1);
  }
  return 0;
}
int main(void) {
  pthread_t threads[3];
  pthread_create(&threads[0], 0, work, &a);
  pthread_create(&threads[1], 0, work, &b);
  pthread_create(&threads[2], 0, work, &c);
  for (int i = 0; i < 3; i++) pthread_join(threads[i], 0);
}
