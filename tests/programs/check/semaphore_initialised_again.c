// selvage-check: bug
// shows: a semaphore is initialised between what a thread does before its post and the post
// finding: assertion
// strategies: source, classic, dfs
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdatomic.h>

static sem_t semaphore;
static atomic_int said;

static void* posts(void* unused) {
  atomic_store(&said, 1);
  sem_post(&semaphore);
  return unused;
}

int main(void) {
  sem_init(&semaphore, 0, 0);
  pthread_t thread;
  pthread_create(&thread, 0, posts, 0);
  int heard = atomic_load(&said);
  sem_init(&semaphore, 0, 0);
  pthread_join(thread, 0);
  int value;
  sem_getvalue(&semaphore, &value);
  assert(!(heard == 1 && value == 1));  // finding
  return 0;
}
