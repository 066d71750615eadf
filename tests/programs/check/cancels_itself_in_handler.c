// selvage-check: verified
// shows: a wait for a condition ends when its thread cancels itself in a signal handler that interrupts the wait
// cflags: -O1
#define _GNU_SOURCE
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t condition = PTHREAD_COND_INITIALIZER;
static atomic_int handled;

static void handler(int number) {
  (void)number;
  handled = 1;
  pthread_cancel(pthread_self());
}

static void unlock(void* unused) {
  (void)unused;
  pthread_mutex_unlock(&mutex);
}

static void* waits(void* unused) {
  pthread_mutex_lock(&mutex);
  pthread_cleanup_push(unlock, 0);
  for (;;) pthread_cond_wait(&condition, &mutex);
  pthread_cleanup_pop(0);
  return unused;
}

int main(void) {
  pthread_t thread;
  signal(SIGUSR1, handler);
  pthread_create(&thread, 0, waits, 0);
  pthread_kill(thread, SIGUSR1);
  pthread_join(thread, 0);
  return 0;
}
