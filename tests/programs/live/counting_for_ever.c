// selvage-live: suspected
// shows: a thread that counts until it is stopped, which nobody does: no state comes up twice before the limit of steps
// check-options: --sharing full
#include <pthread.h>
#include <stdatomic.h>

static atomic_int stop;
static atomic_long count;

static void* counts(void* unused) {
  while (!atomic_load(&stop)) atomic_fetch_add(&count, 1);
  return unused;
}

static void* looks(void* unused) {
  return atomic_load(&count) < 0 ? &count : unused;
}

int main(void) {
  pthread_t first, second;
  pthread_create(&first, NULL, counts, NULL);
  pthread_create(&second, NULL, looks, NULL);
  pthread_join(first, NULL);
  pthread_join(second, NULL);
  atomic_store(&stop, 0);
  return 0;
}
