// selvage-check: bug
// shows: a writer that comes before both readers never gives the lock back; one that comes later waits for both
// finding: deadlock
// executions: 3
// strategies: source, dfs
#include <pthread.h>
#include <semaphore.h>

static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
static sem_t posted;

static void* waits(void* unused) {
  pthread_rwlock_rdlock(&lock);
  sem_wait(&posted);
  pthread_rwlock_unlock(&lock);
  return unused;
}

static void* posts(void* unused) {
  pthread_rwlock_rdlock(&lock);
  sem_post(&posted);
  pthread_rwlock_unlock(&lock);
  return unused;
}

static void* keeps(void* unused) {
  pthread_rwlock_wrlock(&lock);
  return unused;
}

int main(void) {
  void* (*const routines[])(void*) = {waits, posts, keeps};
  pthread_t threads[3];
  sem_init(&posted, 0, 0);
  for (int i = 0; i < 3; i++) pthread_create(&threads[i], NULL, routines[i], NULL);
  for (int i = 0; i < 3; i++) pthread_join(threads[i], NULL);
  return 0;
}
