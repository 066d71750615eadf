// Creates threads for ever, and nothing goes wrong: how many there can be is a bound.
#include <pthread.h>
#include <stdatomic.h>

static atomic_int x;

static void* add(void* unused) {
  x++;
  return unused;
}

int main(void) {
  pthread_t thread;
  for (;;) pthread_create(&thread, NULL, add, NULL);
}
