// A function of the program with the name __VERIFIER_assert is like any other: threads stay alike.
#include <pthread.h>
void __VERIFIER_error(void);
void __VERIFIER_assert(int condition) { if (!condition) __VERIFIER_error(); }
static int x;
static void* look(void* unused) { __VERIFIER_assert(x <= 4); return unused; }
static void* add(void* unused) { int v = x; x = v + 1; return unused; }
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, look, 0);
  for (int i = 0; i < 4; i++) pthread_create(&t, 0, add, 0);
}
