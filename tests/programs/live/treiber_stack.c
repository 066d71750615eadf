// selvage-live: verified
// shows: two threads push on Treiber's stack, main pops
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>

struct node {
  struct node* next;
  int value;
};

static _Atomic(struct node*) top;
static struct node nodes[2] = {{NULL, 1}, {NULL, 2}};

static void* pushes(void* argument) {
  struct node* own = &nodes[(intptr_t)argument];
  own->next = atomic_load(&top);
  while (!atomic_compare_exchange_weak(&top, &own->next, own)) continue;
  return NULL;
}

static struct node* pop(void) {
  struct node* seen = atomic_load(&top);
  while (seen && !atomic_compare_exchange_weak(&top, &seen, seen->next)) continue;
  return seen;
}

static int sum_of_popped(void) {
  int sum = 0;
  for (struct node* node; (node = pop());) sum += node->value;
  return sum;
}

int main(void) {
  pthread_t threads[2];
  for (intptr_t i = 0; i < 2; i++) pthread_create(&threads[i], NULL, pushes, (void*)i);
  for (int i = 0; i < 2; i++) pthread_join(threads[i], NULL);
  assert(sum_of_popped() == 3);
  return 0;
}
