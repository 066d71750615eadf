// selvage-check: bug
// shows: a thread is cancelled by whoever took what it waits for; had it come first, there would be a deadlock
// finding: deadlock
// strategies: source, classic, dfs
#include <pthread.h>
#include <semaphore.h>

static sem_t one;

static void *takes(void *unused) {
  sem_wait(&one);
  return unused;
}

int main(void) {
  pthread_t thread;
  sem_init(&one, 0, 1);
  pthread_create(&thread, NULL, takes, NULL);
  sem_wait(&one);
  pthread_cancel(thread);
  pthread_join(thread, NULL);
  return 0;
}
