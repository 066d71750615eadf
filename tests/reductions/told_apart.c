// Two threads that run the same code, and WAY says how they, or others, find out which one is which. Each of the assertions fails
// in some order of theirs, which must not be left out.
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdlib.h>

#define NOTHING 0
#define SELF 1              // a thread asks for its handle
#define LOWER_BLOCK 2       // whose block lies lower
#define STACK_BITS 3        // a number made of the address of a variable
#define HANDLE_ORDER 4      // handles are compared by those who have them
#define BETWEEN_JOINS 5     // something is done between the joins
#define RESULT 6            // a join hands the result over
#define ARGUMENT 7          // they have different arguments
#define ASSEMBLY 8          // what is not analysed
#define OTHER_JOINS 9       // others than the creator join them
#define STUCK_AFTER_ONE 10  // the one that is joined first never ends where the other one goes first
#define MARKED_POINTER 11   // nothing: marks in the lowest bits of an address
#define DISTANCE 12         // of two blocks
#define ONE_RESULT 13       // the same of the thread that is joined first only

static atomic_int taken, seen;
static sem_t semaphore;
static pthread_t threads[2];
static _Atomic(char*) blocks[2];
static _Atomic(uintptr_t) link;

static void* work(void* argument) {
  int number = atomic_fetch_add(&taken, 1);
#if WAY == SELF
  if (number == 0 && pthread_self() == threads[1]) assert(!"the second one goes first");
#elif WAY == LOWER_BLOCK
  blocks[number] = malloc(8);
  if (number == 1 && blocks[0] > blocks[1]) assert(!"the first one has the higher block");
#elif WAY == DISTANCE
  blocks[number] = malloc(8);
  if (number == 1 && (intptr_t)blocks[1] - (intptr_t)blocks[0] < 0) assert(!"the first one has the higher block");
#elif WAY == STACK_BITS
  int local = number;
  uintptr_t bits = (uintptr_t)&local >> 20;
  if (number == 0) atomic_store(&seen, (int)bits);
  if (number == 1 && (int)bits < atomic_load(&seen)) assert(!"the first one has the higher stack");
#elif WAY == RESULT || WAY == ONE_RESULT
  return (void*)(intptr_t)number;
#elif WAY == ARGUMENT
  if (number == 0 && argument != NULL) assert(!"the second one goes first");
#elif WAY == ASSEMBLY
  uintptr_t base;
  __asm__("mov %%fs:0, %0" : "=r"(base));
  if (number == 0 && base == (uintptr_t)threads[1]) assert(!"the second one goes first");
#elif WAY == STUCK_AFTER_ONE
  if (number == 0) sem_wait(&semaphore);
#elif WAY == MARKED_POINTER
  int local = number;
  uintptr_t old = 0;
  if (!atomic_compare_exchange_strong(&link, &old, (uintptr_t)&local | 1)) assert((old & 1) != 0 && number >= 0);
#endif
  if (number == 0) atomic_store(&seen, 1);
  return argument;
}

#if WAY == OTHER_JOINS
static void* join_first(void* unused) {
  pthread_join(threads[0], NULL);
  if (atomic_load(&taken) == 1) atomic_store(&seen, 2);
  return unused;
}
#endif

int main(void) {
  sem_init(&semaphore, 0, 0);
  pthread_create(&threads[0], NULL, work, NULL);
  pthread_create(&threads[1], NULL, work, WAY == ARGUMENT ? &seen : NULL);
#if WAY == HANDLE_ORDER
  if (threads[0] < threads[1] && atomic_load(&taken) == 1) atomic_store(&seen, 3);
#endif
#if WAY == OTHER_JOINS
  pthread_t other;
  pthread_create(&other, NULL, join_first, NULL);
  pthread_join(other, NULL);
  pthread_join(threads[1], NULL);
#else
  void *first = NULL, *second = NULL;
  pthread_join(threads[0], WAY == RESULT || WAY == ONE_RESULT ? &first : NULL);
#if WAY == BETWEEN_JOINS
  if (atomic_load(&taken) == 1) assert(!"the first one has ended before the second one began");
  if (atomic_load(&seen) == 0) assert(!"the second one has gone first, and not come to its end");
#elif WAY == STUCK_AFTER_ONE
  assert(!"the first one has ended, though one waits for the semaphore");
#endif
  pthread_join(threads[1], WAY == RESULT ? &second : NULL);
#if WAY == RESULT || WAY == ONE_RESULT
  assert((intptr_t)first == 0);
#endif
#endif
  return 0;
}
