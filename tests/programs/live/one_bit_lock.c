// selvage-live: verified
// shows: a lock of one bit per thread (Burns, Lamport): the second thread always makes way for the first
// unfair: depth
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int first_wants, second_wants;
static int counter;

static void* enters_first(void* unused) {
  atomic_store(&first_wants, 1);
  while (atomic_load(&second_wants)) continue;
  counter++;
  atomic_store(&first_wants, 0);
  return unused;
}

static void* enters_second(void* unused) {
  for (;;) {
    atomic_store(&second_wants, 1);
    if (!atomic_load(&first_wants)) break;
    atomic_store(&second_wants, 0);
    while (atomic_load(&first_wants)) continue;
  }
  counter++;
  atomic_store(&second_wants, 0);
  return unused;
}

int main(void) {
  pthread_t first, second;
  pthread_create(&first, NULL, enters_first, NULL);
  pthread_create(&second, NULL, enters_second, NULL);
  pthread_join(first, NULL);
  pthread_join(second, NULL);
  assert(counter == 2);
  return 0;
}
