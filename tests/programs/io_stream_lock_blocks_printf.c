// selvage-test: printf waits while another thread holds the stream; holding two streams crosswise deadlocks
// expect: completed, deadlock
// plain-exit: skip
#include <pthread.h>
#include <stdio.h>

static void* out_then_error(void* unused) {
  flockfile(stdout);
  fprintf(stderr, "to error\n");
  funlockfile(stdout);
  return unused;
}

static void* error_then_out(void* unused) {
  flockfile(stderr);
  printf("to output\n");
  funlockfile(stderr);
  return unused;
}

int main(void) {
  pthread_t threads[2];
  pthread_create(&threads[0], NULL, out_then_error, NULL);
  pthread_create(&threads[1], NULL, error_then_out, NULL);
  for (int i = 0; i < 2; i++) pthread_join(threads[i], NULL);
  return 0;
}
