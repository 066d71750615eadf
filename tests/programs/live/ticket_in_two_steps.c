// selvage-live: bug
// shows: a ticket that is read and then counted up: two threads draw the same one
// finding: assertion
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_uint next_ticket, now_serving;
static atomic_int inside;

static void* enters(void* unused) {
  unsigned ticket = atomic_load(&next_ticket);
  atomic_store(&next_ticket, ticket + 1);
  while (atomic_load(&now_serving) < ticket) continue;
  assert(atomic_fetch_add(&inside, 1) == 0);  // finding
  atomic_fetch_sub(&inside, 1);
  atomic_fetch_add(&now_serving, 1);
  return unused;
}

int main(void) {
  pthread_t threads[2];
  for (int i = 0; i < 2; i++) pthread_create(&threads[i], NULL, enters, NULL);
  for (int i = 0; i < 2; i++) pthread_join(threads[i], NULL);
  return 0;
}
