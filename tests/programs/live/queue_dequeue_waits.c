// selvage-live: verified
// shows: a thread takes from the queue of Michael and Scott, and tries again while it is empty
// unfair: depth
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

struct node {
  _Atomic(struct node*) next;
  int value;
};

static struct node dummy, node = {NULL, 7};
static _Atomic(struct node*) head = &dummy, tail = &dummy;

static void* enqueues(void* unused) {
  struct node *last = atomic_load(&tail), *next = NULL;
  if (atomic_compare_exchange_strong(&last->next, &next, &node)) atomic_compare_exchange_strong(&tail, &last, &node);
  return unused;
}

static void* dequeues(void* unused) {
  for (;;) {
    struct node *first = atomic_load(&head), *last = atomic_load(&tail);
    struct node* next = atomic_load(&first->next);
    if (!next) continue;
    if (first == last) {
      atomic_compare_exchange_strong(&tail, &last, next);
    } else if (atomic_compare_exchange_strong(&head, &first, next)) {
      assert(next->value == 7);
      return unused;
    }
  }
}

int main(void) {
  pthread_t first, second;
  pthread_create(&first, NULL, enqueues, NULL);
  pthread_create(&second, NULL, dequeues, NULL);
  pthread_join(first, NULL);
  pthread_join(second, NULL);
  return 0;
}
