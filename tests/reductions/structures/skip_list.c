// A skip list whose writers lock the nodes before the one that they put in or take out (Herlihy, Lev, Luchangco and Shavit 2007).
// Workers take their orders from a common counter.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>

#ifndef WORKERS
#define WORKERS 5
#endif
#define LEVELS 2

struct node {
  int key, top;  // levels 0 .. top
  _Atomic(struct node*) next[LEVELS];
  atomic_bool is_marked, is_linked;
  pthread_mutex_t mutex;
};

static struct node head = {.key = -1, .top = LEVELS - 1, .mutex = PTHREAD_MUTEX_INITIALIZER};
static struct node tail = {.key = 1000, .top = LEVELS - 1, .mutex = PTHREAD_MUTEX_INITIALIZER};
static struct node nodes[WORKERS];
static struct node middle = {.key = 25, .top = 1, .mutex = PTHREAD_MUTEX_INITIALIZER};  // there from the beginning
static atomic_int next_order;

static int find(int key, struct node** before, struct node** after) {
  int found = -1;
  struct node* at = &head;
  for (int level = LEVELS - 1; level >= 0; level--) {
    struct node* next = atomic_load(&at->next[level]);
    while (next->key < key) {
      at = next;
      next = atomic_load(&at->next[level]);
    }
    if (found < 0 && next->key == key) found = level;
    before[level] = at;
    after[level] = next;
  }
  return found;
}

static void unlock(struct node** locked, int count) {
  for (int i = 0; i < count; i++)
    if (i == 0 || locked[i] != locked[i - 1]) pthread_mutex_unlock(&locked[i]->mutex);
}

static bool insert(struct node* node) {
  struct node *before[LEVELS], *after[LEVELS];
  for (;;) {
    if (find(node->key, before, after) >= 0) return false;
    int locked = 0;
    bool is_valid = true;
    for (int level = 0; is_valid && level <= node->top; level++) {
      if (level == 0 || before[level] != before[level - 1]) pthread_mutex_lock(&before[level]->mutex);
      locked = level + 1;
      is_valid = !atomic_load(&before[level]->is_marked) && !atomic_load(&after[level]->is_marked) &&
                 atomic_load(&before[level]->next[level]) == after[level];
    }
    if (is_valid) {
      for (int level = 0; level <= node->top; level++) atomic_store(&node->next[level], after[level]);
      for (int level = 0; level <= node->top; level++) atomic_store(&before[level]->next[level], node);
      atomic_store(&node->is_linked, true);
    }
    unlock(before, locked);
    if (is_valid) return true;
  }
}

static void* work(void* unused) {
  int order = atomic_fetch_add(&next_order, 1);
  if (order < WORKERS) {
    nodes[order].key = 10 * order;
    nodes[order].top = order % LEVELS;
    insert(&nodes[order]);
  }
  return unused;
}

int main(void) {
  for (int level = 0; level < LEVELS; level++) head.next[level] = &tail;
  insert(&middle);
  for (int i = 0; i < WORKERS; i++) pthread_mutex_init(&nodes[i].mutex, NULL);
  pthread_t workers[WORKERS];
  for (int i = 0; i < WORKERS; i++) pthread_create(&workers[i], NULL, work, NULL);
  for (int i = 0; i < WORKERS; i++) pthread_join(workers[i], NULL);
  struct node *before[LEVELS], *after[LEVELS];
  for (int i = 0; i < WORKERS; i++) assert(find(10 * i, before, after) == i % LEVELS);
  return 0;
}
