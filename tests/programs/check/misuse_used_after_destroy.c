// selvage-check: bug
// shows: a semaphore may be posted after it was destroyed
// finding: misuse
#include <pthread.h>
#include <semaphore.h>

static sem_t semaphore;

static void* posts(void* unused) {
  sem_post(&semaphore);  // finding
  return unused;
}

int main(void) {
  pthread_t thread;
  sem_init(&semaphore, 0, 0);
  pthread_create(&thread, NULL, posts, NULL);
  sem_destroy(&semaphore);
  pthread_join(thread, NULL);
  return 0;
}
