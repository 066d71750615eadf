// selvage-check: verified
// shows: a function of the program's own that has the name of one of the runtime's costs it no reduction
// check-options: --check assertion
// cflags: -DNAME=__VERIFIER_assert
#include <pthread.h>

void __VERIFIER_error(void);

void NAME(int condition) {
  if (!condition) __VERIFIER_error();
}

static int x;

static void* look(void* unused) {
  NAME(x <= 4);
  return unused;
}

static void* add(void* unused) {
  int v = x;
  x = v + 1;
  return unused;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, look, 0);
  for (int i = 0; i < 4; i++) pthread_create(&t, 0, add, 0);
}
