// selvage-live: bug
// shows: a thread that never ends, and tries to take a lock of atomics that nobody will release, is stuck all the same
// finding: stuck-threads
#include <pthread.h>
#include <semaphore.h>
#include <stdatomic.h>

static atomic_int lock;
static sem_t jobs;

static void* works(void* unused) {
  (void)unused;
  for (;;) {
    while (atomic_exchange(&lock, 1)) {
    }
    atomic_store(&lock, 0);
    sem_wait(&jobs);
  }
}

int main(void) {
  pthread_t thread;
  sem_init(&jobs, 0, 0);
  atomic_store(&lock, 1);
  pthread_create(&thread, NULL, works, NULL);
  return 0;
}
