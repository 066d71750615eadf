// selvage-test: leaving an atomic block that was not entered is misuse
// expect: misuse
// plain-exit: skip
#include <pthread.h>

void selvage_atomic_end(void);

static void* worker(void* unused) {
  selvage_atomic_end();
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, worker, NULL);
  pthread_join(thread, NULL);
  return 0;
}
