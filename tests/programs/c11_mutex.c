// selvage-test: mtx plain excludes, trylock gives thrd_busy, timedlock thrd_timedout, recursive nests
// expect: completed
#include <assert.h>
#include <threads.h>

static mtx_t plain, recursive, timed;
static int inside;

static int worker(void* unused) {
  (void)unused;
  struct timespec past = {.tv_sec = 1};
  assert(mtx_lock(&plain) == thrd_success);
  assert(++inside == 1);
  assert(mtx_trylock(&plain) == thrd_busy);
  inside--;
  assert(mtx_unlock(&plain) == thrd_success);
  assert(mtx_lock(&recursive) == thrd_success);
  assert(mtx_trylock(&recursive) == thrd_success);
  assert(mtx_unlock(&recursive) == thrd_success);
  assert(mtx_unlock(&recursive) == thrd_success);
  assert(mtx_timedlock(&timed, &past) == thrd_timedout);
  assert(mtx_trylock(&timed) == thrd_busy);
  return 0;
}

int main(void) {
  thrd_t threads[2];
  assert(mtx_init(&plain, mtx_plain) == thrd_success);
  assert(mtx_init(&recursive, mtx_plain | mtx_recursive) == thrd_success);
  assert(mtx_init(&timed, mtx_timed) == thrd_success);
  assert(mtx_lock(&timed) == thrd_success);
  for (int i = 0; i < 2; i++) thrd_create(&threads[i], worker, NULL);
  for (int i = 0; i < 2; i++) thrd_join(threads[i], NULL);
  assert(mtx_unlock(&timed) == thrd_success);
  mtx_destroy(&plain);
  mtx_destroy(&recursive);
  mtx_destroy(&timed);
  return 0;
}
