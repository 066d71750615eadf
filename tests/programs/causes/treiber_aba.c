// Treiber's stack whose nodes are used again: a pop finds the same node on top that it has seen before, although others have
// taken it off, taken the next one as well, and pushed the first one back. Its compare-exchange then makes a node the top
// that is not in the stack any more.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

struct node {
  struct node* next;
  atomic_int owners;
};

static struct node* _Atomic top;

static void push(struct node* node) {
  struct node* seen = atomic_load(&top);
  do {
    node->next = seen;
  } while (!atomic_compare_exchange_strong(&top, &seen, node));
}

static struct node* pop(void) {
  struct node* seen = atomic_load(&top);
  while (seen && !atomic_compare_exchange_strong(&top, &seen, seen->next)) {
  }
  return seen;
}

// The thread that pops a node owns it alone.
static void own(struct node* node) {
  if (node) assert(atomic_fetch_add(&node->owners, 1) == 0);
}

static void disown(struct node* node) {
  if (node) atomic_fetch_sub(&node->owners, 1);
}

static void* pops_once(void* unused) {
  own(pop());
  own(pop());
  return unused;
}

static void* pops_and_pushes(void* unused) {
  struct node* first = pop();
  own(first);
  struct node* second = pop();
  own(second);
  disown(first);
  if (first) push(first);
  return unused;
}

int main(void) {
  for (int i = 0; i < 2; i++) {
    struct node* node = calloc(1, sizeof *node);
    push(node);
  }
  pthread_t one, other;
  pthread_create(&one, 0, pops_once, 0);
  pthread_create(&other, 0, pops_and_pushes, 0);
  pthread_join(one, 0);
  pthread_join(other, 0);
}
