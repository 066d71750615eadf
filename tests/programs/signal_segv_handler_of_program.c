// selvage-test: a program's own SIGSEGV handler is never called for the checker's page faults, and can be asked for
// expect: completed
#include <assert.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>

static char* pages;

static void handler(int number) {
  (void)number;
  _Exit(99);
}

static void* worker(void* argument) {
  struct sigaction installed;
  for (int i = 0; i < 16; i++) pages[i * 4096 + *(int*)argument] = 1;
  assert(sigaction(SIGSEGV, NULL, &installed) == 0 && installed.sa_handler == handler);
  assert(sigaction(SIGSEGV, &installed, NULL) == 0);
  for (int i = 0; i < 16; i++) pages[i * 4096 + 100 + *(int*)argument] = 1;
  return NULL;
}

int main(void) {
  pthread_t threads[2];
  int numbers[2] = {0, 1};
  struct sigaction action;
  pages = calloc(16, 4096);
  memset(&action, 0, sizeof action);
  action.sa_handler = handler;
  assert(sigaction(SIGSEGV, &action, NULL) == 0);
  for (int i = 0; i < 2; i++) pthread_create(&threads[i], NULL, worker, &numbers[i]);
  for (int i = 0; i < 2; i++) pthread_join(threads[i], NULL);
  assert(pages[4096] == 1 && pages[4096 + 101] == 1);
  return 0;
}
