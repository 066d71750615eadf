// selvage-test: a handler runs while its thread is blocked in pthread_mutex_lock, which then goes on waiting
// expect: completed
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
#include <signal.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static sem_t handled;
static int inside;

static void handler(int number) {
  (void)number;
  sem_post(&handled);
}

static void* blocks(void* unused) {
  assert(pthread_mutex_lock(&lock) == 0);
  assert(++inside == 1);
  inside--;
  pthread_mutex_unlock(&lock);
  return unused;
}

int main(void) {
  pthread_t thread;
  sem_init(&handled, 0, 0);
  signal(SIGUSR1, handler);
  pthread_mutex_lock(&lock);
  inside++;
  pthread_create(&thread, NULL, blocks, NULL);
  assert(pthread_kill(thread, SIGUSR1) == 0);
  assert(sem_wait(&handled) == 0);
  assert(inside == 1);
  inside--;
  pthread_mutex_unlock(&lock);
  pthread_join(thread, NULL);
  return 0;
}
