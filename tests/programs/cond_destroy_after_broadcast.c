// selvage-test: a condition variable may be destroyed and freed as soon as all its waiters were woken
// expect: completed
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

struct gate {
  pthread_cond_t opened;
  int open;
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct gate* gate;

static void* waiter(void* unused) {
  pthread_mutex_lock(&lock);
  if (gate) {
    pthread_cond_wait(&gate->opened, &lock);
    assert(gate == NULL);
  }
  pthread_mutex_unlock(&lock);
  return unused;
}

int main(void) {
  pthread_t threads[2];
  gate = calloc(1, sizeof *gate);
  assert(pthread_cond_init(&gate->opened, NULL) == 0);
  for (int i = 0; i < 2; i++) pthread_create(&threads[i], NULL, waiter, NULL);
  pthread_mutex_lock(&lock);
  assert(pthread_cond_broadcast(&gate->opened) == 0);
  assert(pthread_cond_destroy(&gate->opened) == 0);
  free(gate);
  gate = NULL;
  pthread_mutex_unlock(&lock);
  for (int i = 0; i < 2; i++) pthread_join(threads[i], NULL);
  return 0;
}
