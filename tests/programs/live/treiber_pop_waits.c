// selvage-live: verified
// shows: a thread pops from Treiber's stack, and tries again while the stack is empty
// unfair: depth
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

struct node {
  struct node* next;
  int value;
};

static _Atomic(struct node*) top;
static struct node node = {NULL, 7};

static void* pushes(void* unused) {
  node.next = atomic_load(&top);
  while (!atomic_compare_exchange_strong(&top, &node.next, &node)) continue;
  return unused;
}

static void* pops(void* unused) {
  struct node* seen;
  do {
    seen = atomic_load(&top);
  } while (!seen || !atomic_compare_exchange_strong(&top, &seen, seen->next));
  assert(seen->value == 7);
  return unused;
}

int main(void) {
  pthread_t first, second;
  pthread_create(&first, NULL, pushes, NULL);
  pthread_create(&second, NULL, pops, NULL);
  pthread_join(first, NULL);
  pthread_join(second, NULL);
  return 0;
}
