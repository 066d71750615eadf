// selvage-test: one signal wakes exactly one of two waiting threads
// expect: completed
#include <assert.h>
#include <pthread.h>
#include <sched.h>
#include <semaphore.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t wake = PTHREAD_COND_INITIALIZER;
static sem_t woken_up;
static int waiting, woken;

static void* waiter(void* unused) {
  pthread_mutex_lock(&lock);
  waiting++;
  assert(pthread_cond_wait(&wake, &lock) == 0);
  woken++;
  pthread_mutex_unlock(&lock);
  sem_post(&woken_up);
  return unused;
}

static int read_locked(const int* variable) {
  pthread_mutex_lock(&lock);
  int value = *variable;
  pthread_mutex_unlock(&lock);
  return value;
}

int main(void) {
  pthread_t threads[2];
  sem_init(&woken_up, 0, 0);
  for (int i = 0; i < 2; i++) pthread_create(&threads[i], NULL, waiter, NULL);
  while (read_locked(&waiting) < 2) sched_yield();
  assert(pthread_cond_signal(&wake) == 0);
  sem_wait(&woken_up);
  for (int i = 0; i < 5; i++) sched_yield();
  assert(read_locked(&woken) == 1);
  assert(pthread_cond_signal(&wake) == 0);
  for (int i = 0; i < 2; i++) pthread_join(threads[i], NULL);
  assert(woken == 2);
  return 0;
}
