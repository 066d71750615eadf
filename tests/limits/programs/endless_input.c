// Standard input without an end: it has to be read before anything is executed.
// input: yes
// input: while echo; do sleep 0.3; done
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
static atomic_int order;
static void* work(void* unused) {
  order = order * 2 + getchar();
  return unused;
}
int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, work, 0);
  order = order * 2 + 1;
  pthread_join(thread, 0);
}
