// selvage-live: verified
// shows: two threads put into the queue of Michael and Scott, and help each other to move its tail
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>

struct node {
  _Atomic(struct node*) next;
  int value;
};

static struct node dummy, nodes[2] = {{NULL, 1}, {NULL, 2}};
static _Atomic(struct node*) tail = &dummy;

static void* enqueues(void* argument) {
  struct node* own = &nodes[(intptr_t)argument];
  for (;;) {
    struct node* last = atomic_load(&tail);
    struct node* next = atomic_load(&last->next);
    if (next) {
      atomic_compare_exchange_strong(&tail, &last, next);
    } else if (atomic_compare_exchange_strong(&last->next, &next, own)) {
      atomic_compare_exchange_strong(&tail, &last, own);
      return NULL;
    }
  }
}

static int sum(void) {
  int total = 0;
  for (struct node* node = atomic_load(&dummy.next); node; node = atomic_load(&node->next)) total += node->value;
  return total;
}

int main(void) {
  pthread_t threads[2];
  for (intptr_t i = 0; i < 2; i++) pthread_create(&threads[i], NULL, enqueues, (void*)i);
  for (int i = 0; i < 2; i++) pthread_join(threads[i], NULL);
  assert(sum() == 3);
  return 0;
}
