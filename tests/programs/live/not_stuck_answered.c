// selvage-live: verified
// shows: a detached thread that waits for a semaphore, is posted, and answers before the program ends
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>

static sem_t asked, answered;
static int answer;

static void* serves(void* unused) {
  sem_wait(&asked);
  answer = 7;
  sem_post(&answered);
  return unused;
}

int main(void) {
  pthread_t thread;
  sem_init(&asked, 0, 0);
  sem_init(&answered, 0, 0);
  pthread_create(&thread, NULL, serves, NULL);
  pthread_detach(thread);
  sem_post(&asked);
  sem_wait(&answered);
  assert(answer == 7);
  return 0;
}
