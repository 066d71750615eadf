// selvage-test: threads that go round a loop for ever are cancelled where they sleep, or get a signal
// expect: completed
#include <assert.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdatomic.h>
#include <unistd.h>

static atomic_int never, handled;

static void handles(int signal) {
  (void)signal;
  atomic_store(&handled, 1);
}

static void* polls(void* unused) {
  while (!atomic_load(&never)) usleep(10);
  return unused;
}

static void* sleeps(void* unused) {
  for (;;) sleep(1000);
  return unused;
}

static void* waits(void* unused) {
  while (!atomic_load(&handled)) sched_yield();
  return unused;
}

int main(void) {
  pthread_t threads[3];
  void* result;
  signal(SIGUSR1, handles);
  pthread_create(&threads[0], NULL, polls, NULL);
  pthread_create(&threads[1], NULL, sleeps, NULL);
  pthread_create(&threads[2], NULL, waits, NULL);
  assert(pthread_cancel(threads[0]) == 0);
  assert(pthread_cancel(threads[1]) == 0);
  assert(pthread_kill(threads[2], SIGUSR1) == 0);
  assert(pthread_join(threads[0], &result) == 0 && result == PTHREAD_CANCELED);
  assert(pthread_join(threads[1], &result) == 0 && result == PTHREAD_CANCELED);
  assert(pthread_join(threads[2], &result) == 0 && result == NULL);
  return 0;
}
