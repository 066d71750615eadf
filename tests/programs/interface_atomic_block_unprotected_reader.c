// selvage-test: a thread without atomic blocks never sees the middle of another's atomic block
// expect: completed
// plain-exit: skip
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

void selvage_atomic_begin(void);
void selvage_atomic_end(void);

static atomic_int inside;

static void* worker(void* unused) {
  for (int i = 0; i < 3; i++) {
    selvage_atomic_begin();
    atomic_store(&inside, 1);
    atomic_store(&inside, 0);
    selvage_atomic_end();
  }
  return unused;
}

static void* observer(void* unused) {
  for (int i = 0; i < 6; i++) assert(atomic_load(&inside) == 0);
  return unused;
}

int main(void) {
  pthread_t threads[2];
  pthread_create(&threads[0], NULL, worker, NULL);
  pthread_create(&threads[1], NULL, observer, NULL);
  for (int i = 0; i < 2; i++) pthread_join(threads[i], NULL);
  return 0;
}
