// A sorted list without locks (Harris 2001, Michael 2002): a node is removed by marking its link, and taken out by whoever passes.
// Two lists are the buckets of a set. Workers take their orders from a common counter.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define WORKERS 5

struct node {
  int key;
  _Atomic(uintptr_t) next;  // address of the next node; its lowest bit: this node is removed
};

#define LISTS 2
static struct node tail = {.key = 1000}, heads[LISTS];
static struct node nodes[WORKERS];
static const struct order {
  int key;
  bool is_insertion;
} orders[WORKERS] = {{0, true}, {10, true}, {0, false}, {0, false}, {1, true}};
static atomic_int next_order;
static atomic_int removed;

static struct node* node_at(uintptr_t link) { return (struct node*)(link & ~(uintptr_t)1); }
static bool is_marked(uintptr_t link) { return link & 1; }

// The last link to a node with a smaller key, and what it says; nodes that were removed are taken out on the way.
static struct node* find(int key, _Atomic(uintptr_t)** link) {
again:
  *link = &heads[key % LISTS].next;
  struct node* current = node_at(atomic_load(*link));
  for (;;) {
    uintptr_t next = atomic_load(&current->next);
    if (is_marked(next)) {
      uintptr_t expected = (uintptr_t)current;
      if (!atomic_compare_exchange_strong(*link, &expected, next & ~(uintptr_t)1)) goto again;
      current = node_at(next);
      continue;
    }
    if (current->key >= key) return current;
    *link = &current->next;
    current = node_at(next);
  }
}

static bool insert(struct node* node) {
  for (;;) {
    _Atomic(uintptr_t)* link;
    struct node* current = find(node->key, &link);
    if (current->key == node->key) return false;
    atomic_store_explicit(&node->next, (uintptr_t)current, memory_order_relaxed);
    uintptr_t expected = (uintptr_t)current;
    if (atomic_compare_exchange_strong(link, &expected, (uintptr_t)node)) return true;
  }
}

static bool erase(int key) {
  for (;;) {
    _Atomic(uintptr_t)* link;
    struct node* current = find(key, &link);
    if (current->key != key) return false;
    uintptr_t next = atomic_load(&current->next);
    if (is_marked(next)) return false;
    if (atomic_compare_exchange_strong(&current->next, &next, next | 1)) return true;
  }
}

static void* work(void* unused) {
  int number = atomic_fetch_add(&next_order, 1);
  const struct order* order = &orders[number];
  if (order->is_insertion) {
    nodes[number].key = order->key;
    insert(&nodes[number]);
  } else if (erase(order->key)) {
    atomic_fetch_add(&removed, 1);
  }
  return unused;
}

int main(void) {
  for (int i = 0; i < LISTS; i++) atomic_init(&heads[i].next, (uintptr_t)&tail);
  pthread_t workers[WORKERS];
  for (int i = 0; i < WORKERS; i++) pthread_create(&workers[i], NULL, work, NULL);
  for (int i = 0; i < WORKERS; i++) pthread_join(workers[i], NULL);
  int count = 0;
  for (int i = 0; i < LISTS; i++)
    for (struct node* at = node_at(heads[i].next); at != &tail; at = node_at(at->next)) count += !is_marked(at->next);
  assert(count + removed == 3 && removed <= 1);
  return 0;
}
