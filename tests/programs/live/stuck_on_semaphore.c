// selvage-live: bug
// shows: a detached thread waits for a semaphore that nobody posts, while the program goes on to its end
// finding: stuck-threads
#include <pthread.h>
#include <semaphore.h>

static sem_t work;

static void* serves(void* unused) {
  sem_wait(&work);
  return unused;
}

int main(void) {
  pthread_t thread;
  sem_init(&work, 0, 0);
  pthread_create(&thread, NULL, serves, NULL);
  pthread_detach(thread);
  return 0;
}
