// Creates threads for ever; two of the first ones already go wrong together.
#include <assert.h>
#include <pthread.h>

static int x;

static void* add(void* unused) {
  int v = x;
  x = v + 1;
  assert(x == v + 1);
  return unused;
}

int main(void) {
  pthread_t thread;
  for (;;) pthread_create(&thread, NULL, add, NULL);
}
