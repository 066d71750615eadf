// selvage-check: verified
// shows: C11 threads, mutex, condition, storage and once
// strategies: source
#include <assert.h>
#include <stddef.h>
#include <threads.h>

static mtx_t mutex;
static cnd_t condition;
static once_flag once = ONCE_FLAG_INIT;
static int value, ready;
static thread_local int own;

static void initialise(void) { value = 1; }

static int sets(void* unused) {
  (void)unused;
  own = 1;
  call_once(&once, initialise);
  mtx_lock(&mutex);
  ready = own;
  cnd_signal(&condition);
  mtx_unlock(&mutex);
  return 7;
}

int main(void) {
  thrd_t thread;
  int result;
  mtx_init(&mutex, mtx_plain);
  cnd_init(&condition);
  thrd_create(&thread, sets, NULL);
  mtx_lock(&mutex);
  while (!ready) cnd_wait(&condition, &mutex);
  mtx_unlock(&mutex);
  assert(value == 1 && own == 0);
  thrd_join(thread, &result);
  assert(result == 7);
  return 0;
}
