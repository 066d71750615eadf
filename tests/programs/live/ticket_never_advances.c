// selvage-live: bug
// shows: a ticket lock whose holder does not call the next ticket
// finding: livelock
#include <pthread.h>
#include <stdatomic.h>

static atomic_uint next_ticket, now_serving;

static void* enters(void* unused) {
  unsigned ticket = atomic_fetch_add(&next_ticket, 1);
  while (atomic_load(&now_serving) != ticket) continue;
  atomic_store(&now_serving, ticket);
  return unused;
}

int main(void) {
  pthread_t threads[2];
  for (int i = 0; i < 2; i++) pthread_create(&threads[i], NULL, enters, NULL);
  for (int i = 0; i < 2; i++) pthread_join(threads[i], NULL);
  return 0;
}
