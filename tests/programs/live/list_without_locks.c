// selvage-live: verified
// shows: a thread that tries again walks through the list again, however often it has done so before (Harris 2001, Michael 2002)
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct node {
  int key;
  _Atomic(uintptr_t) next;  // address of the next node; its lowest bit: this node is removed
};

static struct node tail = {.key = 1000}, head = {.key = -1, .next = 0};
static struct node first = {.key = 5}, other = {.key = 10};  // the first one is there from the beginning
static atomic_int removed;

static struct node* node_at(uintptr_t link) { return (struct node*)(link & ~(uintptr_t)1); }
static bool is_marked(uintptr_t link) { return link & 1; }

// The last link to a node with a smaller key, and what it says; nodes that were removed are taken out on the way.
static struct node* find(int key, _Atomic(uintptr_t)** link) {
again:
  *link = &head.next;
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
    if (is_marked(next)) continue;
    if (atomic_compare_exchange_strong(&current->next, &next, next | 1)) return true;
  }
}

static void* insert_other(void* unused) {
  insert(&other);
  return unused;
}

static void* erase_first(void* unused) {
  if (erase(5)) atomic_fetch_add(&removed, 1);
  return unused;
}

int main(void) {
  atomic_init(&head.next, (uintptr_t)&tail);
  insert(&first);
  pthread_t threads[3];
  pthread_create(&threads[0], NULL, insert_other, NULL);
  pthread_create(&threads[1], NULL, erase_first, NULL);
  pthread_create(&threads[2], NULL, erase_first, NULL);
  for (int i = 0; i < 3; i++) pthread_join(threads[i], NULL);
  assert(removed == 1);
  return 0;
}
