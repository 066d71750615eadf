// selvage-test: a handler runs while its thread waits on a condition variable; the wait itself is not fooled
// expect: completed
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
#include <signal.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static sem_t handled;
static int ready;

static void handler(int number) {
  (void)number;
  sem_post(&handled);
}

static void* waits(void* unused) {
  pthread_mutex_lock(&lock);
  while (!ready) assert(pthread_cond_wait(&changed, &lock) == 0);
  pthread_mutex_unlock(&lock);
  return unused;
}

int main(void) {
  pthread_t thread;
  sem_init(&handled, 0, 0);
  signal(SIGUSR1, handler);
  pthread_create(&thread, NULL, waits, NULL);
  assert(pthread_kill(thread, SIGUSR1) == 0);
  assert(sem_wait(&handled) == 0);
  pthread_mutex_lock(&lock);
  ready = 1;
  pthread_cond_signal(&changed);
  pthread_mutex_unlock(&lock);
  pthread_join(thread, NULL);
  return 0;
}
