// selvage-live: bug
// shows: a signal may reach a thread for which only time is left before it has passed
// finding: assertion
#include <assert.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <time.h>
#include <unistd.h>

static atomic_int begun;
static _Thread_local volatile sig_atomic_t told;

static void handle(int signal) {
  (void)signal;
  told = 1;
}

static void* polls(void* unused) {
  time_t deadline = time(0) + 5;
  atomic_store(&begun, 1);
  int early = 0;
  while (time(0) < deadline && !early) {
    if (told)
      early = 1;
    else
      usleep(1000);
  }
  assert(!early);  // finding
  return unused;
}

int main(void) {
  pthread_t thread;
  signal(SIGUSR1, handle);
  pthread_create(&thread, 0, polls, 0);
  while (!atomic_load(&begun)) {
  }
  pthread_kill(thread, SIGUSR1);
  pthread_join(thread, 0);
  return 0;
}
