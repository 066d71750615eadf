// selvage-live: bug
// shows: main ends by pthread_exit, and the thread that is left waits for ever: the program never ends
// finding: deadlock
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
  pthread_exit(NULL);
}
