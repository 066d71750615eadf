// selvage-live: bug
// shows: a queue whose tail nobody moves: the second thread waits for ever for a free end
// finding: livelock
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>

struct node {
  _Atomic(struct node*) next;
};

static struct node dummy, nodes[2];
static _Atomic(struct node*) tail = &dummy;

static void* enqueues(void* argument) {
  struct node* own = &nodes[(intptr_t)argument];
  struct node* next;
  do {
    next = NULL;
  } while (!atomic_compare_exchange_strong(&atomic_load(&tail)->next, &next, own));
  return NULL;
}

int main(void) {
  pthread_t threads[2];
  for (intptr_t i = 0; i < 2; i++) pthread_create(&threads[i], NULL, enqueues, (void*)i);
  for (int i = 0; i < 2; i++) pthread_join(threads[i], NULL);
  return 0;
}
