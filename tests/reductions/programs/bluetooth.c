// The driver of Qadeer and Wu (KISS, 2004): one thread stops it while another one adds a device.
#include <assert.h>
#include <pthread.h>
#include <stdbool.h>

void __VERIFIER_atomic_begin(void);
void __VERIFIER_atomic_end(void);
void __VERIFIER_assume(int condition);

static int pending = 1;
static bool stopping, stopping_event, stopped;

static int increment(void) {
  if (stopping) return -1;
  __VERIFIER_atomic_begin();
  pending++;
  __VERIFIER_atomic_end();
  return 0;
}

static void decrement(void) {
  __VERIFIER_atomic_begin();
  int left = --pending;
  __VERIFIER_atomic_end();
  if (left == 0) stopping_event = true;
}

static void* stop(void* unused) {
  stopping = true;
  decrement();
  __VERIFIER_assume(stopping_event);
  stopped = true;
  return unused;
}

static void add(void) {
  if (increment() == 0) assert(!stopped);
  decrement();
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, stop, NULL);
  add();
  pthread_join(thread, NULL);
  return 0;
}
