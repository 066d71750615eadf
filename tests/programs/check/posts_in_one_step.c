// selvage-check: verified
// shows: of two posts in one step the first lets a waiter go on: the waiter cannot come before the second
// executions: 2
// strategies: source, classic, dfs
#include <pthread.h>
#include <semaphore.h>
#include <stdatomic.h>

static atomic_int x;
static sem_t semaphore;

static void* post(void* unused) {
  x = 1;
  sem_post(&semaphore);
  sem_post(&semaphore);
  return unused;
}

static void* wait(void* unused) {
  x = 2;
  sem_wait(&semaphore);
  return unused;
}

int main(void) {
  pthread_t one, other;
  sem_init(&semaphore, 0, 0);
  pthread_create(&one, 0, post, 0);
  pthread_create(&other, 0, wait, 0);
  pthread_join(one, 0);
  pthread_join(other, 0);
  return 0;
}
