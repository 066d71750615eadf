// selvage-live: verified
// shows: the queue lock of Mellor-Crummey and Scott: everyone spins on a node of his own
// loops: 2
// unfair: depth
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

struct node {
  _Atomic(struct node*) next;
  atomic_int waits;
};

static _Atomic(struct node*) tail;
static int counter;

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
  if (!behind) {
    struct node* expected = own;
    if (atomic_compare_exchange_strong(&tail, &expected, NULL)) return;
    while (!(behind = atomic_load(&own->next))) continue;
  }
  atomic_store(&behind->waits, 0);
}

static void* increments(void* unused) {
  struct node own;
  lock(&own);
  counter++;
  unlock(&own);
  return unused;
}

int main(void) {
  pthread_t threads[2];
  for (int i = 0; i < 2; i++) pthread_create(&threads[i], NULL, increments, NULL);
  for (int i = 0; i < 2; i++) pthread_join(threads[i], NULL);
  assert(counter == 2);
  return 0;
}
