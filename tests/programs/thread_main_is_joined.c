// selvage-test: a thread joins main after main's pthread_exit and gets its value
// run-options: --exit-status 6
// expect: completed
// plain-exit: 6
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

static pthread_t main_thread;
static int main_left;

static void* joins_main(void* unused) {
  void* result = unused;
  assert(pthread_join(main_thread, &result) == 0);
  assert(result == (void*)5 && main_left == 1);
  exit(6);
}

int main(void) {
  pthread_t thread;
  main_thread = pthread_self();
  assert(pthread_create(&thread, NULL, joins_main, NULL) == 0);
  main_left = 1;
  pthread_exit((void*)5);
}
