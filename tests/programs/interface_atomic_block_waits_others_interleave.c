// selvage-test: while a thread waits inside its atomic block, the others take turns as ever
// expect: completed, assertion
// plain-exit: skip
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdatomic.h>

void selvage_atomic_begin(void);
void selvage_atomic_end(void);

static sem_t ready;
static atomic_int entered, value;

static void* waits_inside(void* unused) {
  selvage_atomic_begin();
  atomic_store(&entered, 1);
  sem_wait(&ready);
  selvage_atomic_end();
  return unused;
}

static void* writes_twice(void* unused) {
  if (atomic_load(&entered)) {
    atomic_store(&value, 1);
    atomic_store(&value, 2);
  }
  sem_post(&ready);
  return unused;
}

int main(void) {
  pthread_t threads[2];
  sem_init(&ready, 0, 0);
  pthread_create(&threads[0], NULL, waits_inside, NULL);
  pthread_create(&threads[1], NULL, writes_twice, NULL);
  assert(atomic_load(&value) != 1);
  for (int i = 0; i < 2; i++) pthread_join(threads[i], NULL);
  return 0;
}
