// selvage-live: bug
// shows: a thread that never ends, and waits for a lock that nobody will release, is stuck all the same
// finding: stuck-threads
#include <pthread.h>
#include <semaphore.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static sem_t jobs;

static void* works(void* unused) {
  (void)unused;
  for (;;) {
    pthread_mutex_lock(&lock);
    pthread_mutex_unlock(&lock);
    sem_wait(&jobs);
  }
}

int main(void) {
  pthread_t thread;
  sem_init(&jobs, 0, 0);
  pthread_mutex_lock(&lock);
  pthread_create(&thread, NULL, works, NULL);
  return 0;
}
