// Workers take blocks from a list, read and free them without the lock, and put new ones in their place, which soon lie where
// others were before: each block is of one thread at a time. With -DKEPT a worker looks at a block that it has handed over.
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

#ifndef ROUNDS
#define ROUNDS 24
#endif
#ifndef BYTES
#define BYTES 60000
#endif

enum { kWorkers = 2, kRounds = ROUNDS, kBlocks = 2 };

struct block {
  struct block* next;
  int value;
  char payload[BYTES];
};

static struct block* list;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void put(struct block* block) {
  pthread_mutex_lock(&lock);
  block->next = list;
  list = block;
  pthread_mutex_unlock(&lock);
}

static struct block* take(void) {
  pthread_mutex_lock(&lock);
  struct block* block = list;
  if (block) list = block->next;
  pthread_mutex_unlock(&lock);
  return block;
}

static struct block* make(int value) {
  struct block* block = malloc(sizeof *block);
  block->value = value;
  return block;
}

static void* work(void* unused) {
  (void)unused;
  for (int i = 0; i < kRounds; i++) {
    struct block* old = take();
    if (!old) continue;
    int value = old->value;
    free(old);
    struct block* fresh = make(value + 1);
    put(fresh);
#ifdef KEPT
    assert(fresh->value > 0);
#endif
  }
  return 0;
}

int main(void) {
  pthread_t workers[kWorkers];
  for (int i = 0; i < kBlocks; i++) put(make(0));
  for (int i = 0; i < kWorkers; i++) pthread_create(&workers[i], 0, work, 0);
  for (int i = 0; i < kWorkers; i++) pthread_join(workers[i], 0);
  int sum = 0;
  for (struct block* block; (block = take()); free(block)) sum += block->value;
  assert(sum <= kWorkers * kRounds);
  return 0;
}
