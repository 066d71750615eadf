// An allocator whose threads keep blocks of their own (as in tcmalloc): a thread takes several from the central list of a size
// when it has none, and gives some back when it has too many. One mutex protects the central lists.
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

#ifndef THREADS
#define THREADS 5
#endif
#ifndef SIZES
#define SIZES 2
#endif
#define BATCH 2
#define PER_SIZE (BATCH * THREADS)

struct block {
  struct block* next;
  int owner;  // 0: free
};

struct list {
  struct block* first;
  int count;
};

static struct block memory[SIZES][PER_SIZE];
static struct list central[SIZES];
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static _Thread_local struct list own[SIZES];

static void push(struct list* list, struct block* block) {
  block->next = list->first;
  list->first = block;
  list->count++;
}

static struct block* pop(struct list* list) {
  struct block* block = list->first;
  if (block == NULL) return NULL;
  list->first = block->next;
  list->count--;
  return block;
}

static struct block* allocate(int size) {
  if (own[size].count == 0) {
    pthread_mutex_lock(&mutex);
    for (int i = 0; i < BATCH; i++) {
      struct block* block = pop(&central[size]);
      if (block != NULL) push(&own[size], block);
    }
    pthread_mutex_unlock(&mutex);
  }
  struct block* block = pop(&own[size]);
  assert(block != NULL && block->owner == 0);
  block->owner = 1;
  return block;
}

static void release(int size, struct block* block) {
  assert(block->owner == 1);
  block->owner = 0;
  push(&own[size], block);
  if (own[size].count < BATCH) return;
  pthread_mutex_lock(&mutex);
  for (int i = 0; i < BATCH; i++) push(&central[size], pop(&own[size]));
  pthread_mutex_unlock(&mutex);
}

// With BY_THREAD the threads want blocks of different sizes.
static void* work(void* argument) {
#ifdef BY_THREAD
  int size = (int)(long)argument % SIZES;
#else
  int size = SIZES - 1;
#endif
  struct block* block = allocate(size);
  release(size, block);
  return argument;
}

static void* argument_of(int thread) {
#ifdef BY_THREAD
  return (void*)(long)thread;
#else
  (void)thread;
  return NULL;
#endif
}

int main(void) {
  for (int size = 0; size < SIZES; size++)
    for (int i = 0; i < PER_SIZE; i++) push(&central[size], &memory[size][i]);
  pthread_t threads[THREADS];
  for (int t = 0; t < THREADS; t++) pthread_create(&threads[t], NULL, work, argument_of(t));
  for (int t = 0; t < THREADS; t++) pthread_join(threads[t], NULL);
  for (int size = 0; size < SIZES; size++) assert(central[size].count == PER_SIZE);
  return 0;
}
