// selvage-test: tss values belong to the thread and their destructors run; _Thread_local likewise
// expect: completed
#include <assert.h>
#include <stdatomic.h>
#include <threads.h>

static tss_t key;
static atomic_int destroyed;
static _Thread_local int own = 3;

static void destroy(void* value) {
  assert(*(int*)value == own);
  atomic_fetch_add(&destroyed, 1);
}

static int worker(void* argument) {
  assert(tss_get(key) == NULL && own == 3);
  own = *(int*)argument;
  assert(tss_set(key, argument) == thrd_success);
  thrd_yield();
  assert(tss_get(key) == argument && own == *(int*)argument);
  return 0;
}

int main(void) {
  thrd_t threads[2];
  int numbers[2] = {10, 20};
  assert(tss_create(&key, destroy) == thrd_success);
  for (int i = 0; i < 2; i++) thrd_create(&threads[i], worker, &numbers[i]);
  for (int i = 0; i < 2; i++) thrd_join(threads[i], NULL);
  assert(atomic_load(&destroyed) == 2);
  tss_delete(key);
  return 0;
}
