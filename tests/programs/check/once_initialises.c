// selvage-check: verified
// shows: pthread_once initialises before anyone goes on
// strategies: source
#include <assert.h>
#include <pthread.h>

static pthread_once_t once = PTHREAD_ONCE_INIT;
static int value;

static void initialise(void) { value++; }

static void* uses(void* unused) {
  pthread_once(&once, initialise);
  assert(value == 1);
  return unused;
}

int main(void) {
  pthread_t threads[2];
  for (int i = 0; i < 2; i++) pthread_create(&threads[i], NULL, uses, NULL);
  for (int i = 0; i < 2; i++) pthread_join(threads[i], NULL);
  return 0;
}
