// selvage-test: a thread that must wait inside its atomic block lets the others run
// expect: completed
// plain-exit: 0
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>

void selvage_atomic_begin(void);
void selvage_atomic_end(void);

static sem_t ready;
static int value;

static void* waits_inside(void* unused) {
  selvage_atomic_begin();
  assert(sem_wait(&ready) == 0);
  assert(value == 5);
  selvage_atomic_end();
  return unused;
}

int main(void) {
  pthread_t thread;
  sem_init(&ready, 0, 0);
  pthread_create(&thread, NULL, waits_inside, NULL);
  value = 5;
  sem_post(&ready);
  pthread_join(thread, NULL);
  return 0;
}
