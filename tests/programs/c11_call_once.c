// selvage-test: call_once runs once and everybody waits for it
// expect: completed
#include <assert.h>
#include <threads.h>

static once_flag flag = ONCE_FLAG_INIT;
static int runs, complete;

static void initialise(void) {
  runs++;
  thrd_yield();
  complete = 1;
}

static int worker(void* unused) {
  (void)unused;
  call_once(&flag, initialise);
  assert(runs == 1 && complete == 1);
  return 0;
}

int main(void) {
  thrd_t threads[3];
  for (int i = 0; i < 3; i++) thrd_create(&threads[i], worker, NULL);
  for (int i = 0; i < 3; i++) thrd_join(threads[i], NULL);
  assert(runs == 1);
  return 0;
}
