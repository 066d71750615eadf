// selvage-check: bounded
// shows: a thread that has ended and was not joined may be still there in another order
// gaps: library_calls
#include <pthread.h>
#include <search.h>
#include <semaphore.h>

static sem_t done;

static void* work(void* unused) {
  sem_post(&done);
  return unused;
}

int main(void) {
  sem_init(&done, 0, 0);
  pthread_t thread;
  pthread_create(&thread, 0, work, 0);
  pthread_detach(thread);
  sem_wait(&done);
  hcreate(3);
}
