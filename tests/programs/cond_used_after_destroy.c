// selvage-test: signalling a destroyed condition variable is misuse
// expect: misuse
// plain-exit: skip
#include <pthread.h>

static pthread_cond_t condition;

static void* worker(void* unused) {
  pthread_cond_signal(&condition);
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_cond_init(&condition, NULL);
  pthread_cond_destroy(&condition);
  pthread_create(&thread, NULL, worker, NULL);
  pthread_join(thread, NULL);
  return 0;
}
