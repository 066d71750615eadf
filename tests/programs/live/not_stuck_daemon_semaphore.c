// selvage-live: verified
// shows: the same with a semaphore, in a function that the thread's own calls
#include <pthread.h>
#include <semaphore.h>

static sem_t jobs, done;

static void serve(void) {
  for (;;) {
    sem_wait(&jobs);
    sem_post(&done);
  }
}

static void* works(void* unused) {
  serve();
  return unused;
}

int main(void) {
  pthread_t thread;
  sem_init(&jobs, 0, 0);
  sem_init(&done, 0, 0);
  pthread_create(&thread, NULL, works, NULL);
  sem_post(&jobs);
  sem_wait(&done);
}
