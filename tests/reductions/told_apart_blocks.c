// Two threads that run the same code, each with a block of its own, and WAY says what is done to the blocks. Where that tells the
// threads apart, an assertion fails in an order of theirs that must not be left out.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#define NOTHING 0
#define DIFFERENT 1           // what they contain is different, and the threads look at it
#define UNREAD_DIFFERENCE 2   // nothing: nobody looks at what is different
#define COMPARED 3            // a thread knows the other one's block
#define COMPARED_AT_END 4     // the creator compares what a thread has made known
#define READ_AT_END 5         // what the threads wrote into their blocks
#define READ_BY_OTHER 6       // a third thread looks into one, while the threads run
#define READ_BY_CREATOR 7     // the creator does
#define FREED_BY_CREATOR 8    // before it has joined anybody
#define LOCKED_BY_CREATOR 9   // a mutex in one of the blocks
#define EXCHANGED 10          // compared by an atomic operation
#define RETURNED 11           // nothing: each thread returns its block, which is freed
#define SAME_AT_END 12        // nothing: the creator looks, and sees the same everywhere
#define OWN_POINTER 13        // nothing: a block points into itself
#define OTHER_BLOCK 14        // each block points to the other one
#define UNSEEN_READ 15        // by a function of the library
#define COMMON 16             // nothing: both have the same block
#define ADDRESS_BITS 17       // a number made of the address
#define FREED_BY_THREAD 18    // nothing: each thread frees its block
#define DIFFERENCE_AT_END 19  // what differs is looked at through what a thread has made known
#define WINNER_READ 20        // one block, which only the thread that goes first has written to
#define HANDED_ON 21          // a thread hands its block to a thread of its own
#define KNOWN_BY_NUMBER 22    // a thread uses the first block, which may be its own
#define FREED_BY_BOTH 23      // by the thread that goes first, and one by the creator
#define FREED_AS_KNOWN 24     // one that a thread has made known, and then another one
#define COMPARED_WITH_OWN 25  // nothing: a thread compares its block with what the block points to
#define FROM_A_TABLE 26       // the blocks lead to a table of all blocks, which is allocated at the same place
#define FREED_EARLY 27        // by the first thread, before the second one is created, and one by the creator

struct order {
  atomic_int* counter;
  struct order* other;
  pthread_mutex_t mutex;
  int number;
  char name[8];
};

static atomic_int taken, seen;
static struct order* orders[2];
static _Atomic(struct order*) published;

#if WAY == HANDED_ON
static void* help(void* argument) {
  struct order* order = argument;
  if (order->number == 0 && order == orders[0]) atomic_store(&seen, 2);
  return NULL;
}
#endif

static void* work(void* argument) {
  struct order* order = argument;
  int number = atomic_fetch_add(order->counter, 1);
  if (number == 0) atomic_store(&seen, 1);
#if WAY == DIFFERENT
  if (number == 0 && order->number == 1) assert(!"the second one goes first");
#elif WAY == COMPARED
  if (number == 0 && order == orders[1]) assert(!"the second one goes first");
#elif WAY == COMPARED_AT_END || WAY == DIFFERENCE_AT_END || WAY == FREED_AS_KNOWN
  if (number == 0) atomic_store(&published, order);
#elif WAY == READ_AT_END || WAY == READ_BY_OTHER || WAY == READ_BY_CREATOR
  order->number = number + 1;
#elif WAY == WINNER_READ
  if (number == 0) order->number = 1;
#elif WAY == FREED_BY_CREATOR
  if (number == 0) order->number = 1;
#elif WAY == LOCKED_BY_CREATOR
  if (pthread_mutex_trylock(&order->mutex) != 0 && number == 0) assert(!"the second one goes first");
#elif WAY == EXCHANGED
  struct order* expected = order;
  if (number == 0 && atomic_compare_exchange_strong(&published, &expected, NULL)) assert(!"the second one goes first");
#elif WAY == SAME_AT_END
  order->number = number;
  order->number = 7;
#elif WAY == OWN_POINTER
  order->other->number = number;
#elif WAY == OTHER_BLOCK
  order->other->number = number + 1;
  if (number == 1 && order->number == 1 && order == orders[0]) assert(!"the second one goes first");
#elif WAY == UNSEEN_READ
  order->name[0] = (char)('0' + number);
#elif WAY == ADDRESS_BITS
  uintptr_t bits = (uintptr_t)order >> 4;
  if (number == 0) atomic_store(&seen, (int)bits);
  if (number == 1 && (int)bits < atomic_load(&seen)) assert(!"the second one goes first");
#elif WAY == FREED_BY_THREAD
  order->number = number;
  free(order);
#elif WAY == KNOWN_BY_NUMBER
  if (number == 0) {
    orders[0]->number = 1;
    if (order->number == 0) assert(!"the second one goes first");
  }
#elif WAY == FREED_BY_BOTH || WAY == FREED_EARLY
  if (number == 0) free(order);
#elif WAY == FROM_A_TABLE
  struct order** table = (struct order**)order->other;
  if (number == 0) {
    table[0]->number = 1;
    if (order->number == 0) assert(!"the second one goes first");
  }
#elif WAY == COMPARED_WITH_OWN
  if (order->other == order) order->number = number;
#elif WAY == HANDED_ON
  order->number = number;
  pthread_t helper;
  pthread_create(&helper, NULL, help, order);
  pthread_join(helper, NULL);
#endif
  return WAY == RETURNED ? argument : NULL;
}

#if WAY == READ_BY_OTHER
static void* look(void* unused) {
  if (orders[0]->number == 2) assert(!"the second one has gone first");
  return unused;
}
#endif

static void* cleared_block(size_t size) {
  char* block = malloc(size);
  memset(block, 0, size);
  return block;
}

int main(void) {
  pthread_t threads[2];
  for (int i = 0; i < 2; i++) {
    orders[i] = cleared_block(sizeof *orders[i]);
    orders[i]->counter = &taken;
#if WAY == DIFFERENT || WAY == UNREAD_DIFFERENCE || WAY == DIFFERENCE_AT_END
    orders[i]->number = i;
#elif WAY == OWN_POINTER || WAY == COMPARED_WITH_OWN
    orders[i]->other = orders[i];
#endif
  }
#if WAY == LOCKED_BY_CREATOR
  pthread_mutex_lock(&orders[1]->mutex);
#elif WAY == EXCHANGED
  published = orders[1];
#elif WAY == FROM_A_TABLE
  struct order** table = cleared_block(sizeof orders);
  for (int i = 0; i < 2; i++) {
    table[i] = orders[i];
    orders[i]->other = (struct order*)table;
  }
#elif WAY == OTHER_BLOCK
  for (int i = 0; i < 2; i++) orders[i]->other = orders[1 - i];
#endif
  for (int i = 0; i < 2; i++) {
#if WAY == FREED_EARLY
    if (i == 1 && atomic_load(&taken) == 1) atomic_store(&seen, 3);
#endif
    pthread_create(&threads[i], NULL, work, orders[WAY == COMMON ? 0 : i]);
  }
#if WAY == READ_BY_OTHER
  pthread_t other;
  pthread_create(&other, NULL, look, NULL);
#elif WAY == READ_BY_CREATOR
  if (orders[0]->number == 2) assert(!"the second one has gone first");
#elif WAY == FREED_BY_CREATOR
  free(orders[1]);
#elif WAY == WINNER_READ
  if (orders[1]->number == 1) assert(!"the second one has gone first");
#endif
  void* results[2] = {NULL, NULL};
  for (int i = 0; i < 2; i++) pthread_join(threads[i], WAY == RETURNED ? &results[i] : NULL);
#if WAY == READ_BY_OTHER
  pthread_join(other, NULL);
#elif WAY == COMPARED_AT_END
  if (published == orders[1]) assert(!"the second one has gone first");
#elif WAY == DIFFERENCE_AT_END
  if (atomic_load(&published)->number == 1) assert(!"the second one has gone first");
#elif WAY == READ_AT_END
  if (orders[0]->number == 2) assert(!"the second one has gone first");
#elif WAY == UNSEEN_READ
  if (strcmp(orders[0]->name, "1") == 0) assert(!"the second one has gone first");
#elif WAY == RETURNED
  for (int i = 0; i < 2; i++) free(results[i]);
#elif WAY == FREED_BY_BOTH || WAY == FREED_EARLY
  free(orders[1]);
#elif WAY == FREED_AS_KNOWN
  free(published);
  free(orders[1]);
#elif WAY == SAME_AT_END
  assert(orders[0]->number == 7 && orders[1]->number == 7);
#elif WAY == HANDED_ON
  assert(seen != 2);
#endif
  assert(taken == 2);
  return 0;
}
