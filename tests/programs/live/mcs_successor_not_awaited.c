// selvage-live: bug
// shows: an MCS lock that is released before the next thread has put itself into the queue, which then waits for ever
// finding: livelock
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

struct node {
  _Atomic(struct node*) next;
  atomic_int waits;
};

static _Atomic(struct node*) tail;

static void lock(struct node* own) {
  atomic_store(&own->next, NULL);
  struct node* before = atomic_exchange(&tail, own);
  if (!before) return;
  atomic_store(&own->waits, 1);
  atomic_store(&before->next, own);
  while (atomic_load(&own->waits)) continue;
}

static void unlock(struct node* own) {
  struct node* behind = atomic_load(&own->next);
  struct node* expected = own;
  if (behind) {
    atomic_store(&behind->waits, 0);
  } else {
    atomic_compare_exchange_strong(&tail, &expected, NULL);
  }
}

static struct node nodes[2];
static atomic_int started;

static void* enters(void* unused) {
  struct node* own = &nodes[atomic_fetch_add(&started, 1)];
  lock(own);
  unlock(own);
  return unused;
}

int main(void) {
  pthread_t threads[2];
  for (int i = 0; i < 2; i++) pthread_create(&threads[i], NULL, enters, NULL);
  for (int i = 0; i < 2; i++) pthread_join(threads[i], NULL);
  return 0;
}
