// selvage-test: calling a reach_error that does nothing is the error all the same
// expect: completed, assertion
// plain-exit: skip
#include <pthread.h>
#include <stdatomic.h>

void reach_error(void) {}

static atomic_int stage;

static void* advances(void* unused) {
  atomic_store(&stage, 1);
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, advances, NULL);
  if (atomic_load(&stage) == 0) reach_error();
  pthread_join(thread, NULL);
  return 0;
}
