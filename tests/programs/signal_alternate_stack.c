// selvage-test: a handler asked for an alternate stack runs on it, in each thread on its own
// expect: completed
#include <assert.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>

enum { kStackSize = 64 * 1024 };

static __thread char* alternate;
static __thread volatile sig_atomic_t calls;

static void handler(int number) {
  char local;
  (void)number;
  assert(&local > alternate && &local < alternate + kStackSize);
  sched_yield();
  calls++;
}

static void* worker(void* unused) {
  stack_t stack = {.ss_size = kStackSize}, old;
  alternate = malloc(kStackSize);
  stack.ss_sp = alternate;
  assert(sigaltstack(&stack, &old) == 0 && (old.ss_flags & SS_DISABLE));
  assert(raise(SIGUSR1) == 0);
  assert(calls == 1);
  assert(sigaltstack(&old, NULL) == 0);
  free(alternate);
  return unused;
}

int main(void) {
  pthread_t threads[2];
  struct sigaction action;
  memset(&action, 0, sizeof action);
  action.sa_handler = handler;
  action.sa_flags = SA_ONSTACK;
  assert(sigaction(SIGUSR1, &action, NULL) == 0);
  for (int i = 0; i < 2; i++) pthread_create(&threads[i], NULL, worker, NULL);
  for (int i = 0; i < 2; i++) pthread_join(threads[i], NULL);
  return 0;
}
