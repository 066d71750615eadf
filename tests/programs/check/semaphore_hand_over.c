// selvage-check: verified
// shows: data handed to and fro by two semaphores: there is only one order
// executions: 1
// strategies: source, classic, dfs
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>

static sem_t there, back;
static int data;

static void* answers(void* unused) {
  sem_wait(&there);
  data *= 2;
  sem_post(&back);
  return unused;
}

int main(void) {
  pthread_t thread;
  sem_init(&there, 0, 0);
  sem_init(&back, 0, 0);
  pthread_create(&thread, NULL, answers, NULL);
  data = 21;
  sem_post(&there);
  sem_wait(&back);
  assert(data == 42);
  pthread_join(thread, NULL);
  return 0;
}
