// THREADS threads take a lock ROUNDS times each and count. LOCK says which: a mutex, or one that waits by spinning.
#include <assert.h>
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdint.h>
#include <unistd.h>

enum kind {
  MUTEX,
  PTHREAD_SPIN,
  EXCHANGE,
  FLAG,
  COMPARE_EXCHANGE,
  YIELD,
  BACK_OFF,
  TRY_FUNCTION,
  TEST_THEN_EXCHANGE,
  TEST_THEN_EXCHANGE_RELAXED,
  TEST_THEN_COMPARE_EXCHANGE,
  TEST_AND_YIELD,
  EXCHANGE_THEN_TEST,
  EXCHANGE_THEN_TEST_PAUSE,
  EXPECT_WHAT_WAS_FOUND,
  TICKET,
  CLH,
};

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_spinlock_t spinlock;
static atomic_flag flag = ATOMIC_FLAG_INIT;
static atomic_int locked, next_ticket, now_serving;
static atomic_int nodes[THREADS + 1];
static _Atomic(atomic_int*) tail = &nodes[THREADS];
static int counter;

struct owner {
  int ticket;
  atomic_int* node;
  atomic_int* before;
};

static int try_lock(void) { return atomic_load(&locked) == 0 && atomic_exchange(&locked, 1) == 0; }

static void lock(struct owner* owner) {
  (void)owner;
#if LOCK == 0
  pthread_mutex_lock(&mutex);
#else
  int expected = 0;
  unsigned delay = 1;
  switch (LOCK) {
    case PTHREAD_SPIN:
      pthread_spin_lock(&spinlock);
      return;
    case EXCHANGE:
      while (atomic_exchange(&locked, 1)) continue;
      return;
    case FLAG:
      while (atomic_flag_test_and_set(&flag)) continue;
      return;
    case COMPARE_EXCHANGE:
      while (!atomic_compare_exchange_weak(&locked, &expected, 1)) expected = 0;
      return;
    case YIELD:
      while (atomic_exchange(&locked, 1)) sched_yield();
      return;
    case BACK_OFF:
      while (atomic_exchange(&locked, 1)) {
        usleep(delay);
        if (delay < 4) delay *= 2;
      }
      return;
    case TRY_FUNCTION:
      while (!try_lock()) sched_yield();
      return;
    case TEST_THEN_EXCHANGE:
      do {
        while (atomic_load(&locked)) continue;
      } while (atomic_exchange(&locked, 1));
      return;
    case TEST_THEN_EXCHANGE_RELAXED:
      do {
        while (atomic_load_explicit(&locked, memory_order_relaxed)) continue;
      } while (atomic_exchange_explicit(&locked, 1, memory_order_acquire));
      return;
    case TEST_THEN_COMPARE_EXCHANGE:
      do {
        while (atomic_load(&locked)) continue;
        expected = 0;
      } while (!atomic_compare_exchange_strong(&locked, &expected, 1));
      return;
    case TEST_AND_YIELD:
      while (atomic_load(&locked) || atomic_exchange(&locked, 1)) sched_yield();
      return;
    case EXCHANGE_THEN_TEST:
      while (atomic_exchange(&locked, 1)) {
        while (atomic_load(&locked)) continue;
      }
      return;
    case EXCHANGE_THEN_TEST_PAUSE:
      while (atomic_exchange_explicit(&locked, 1, memory_order_acquire)) {
        while (atomic_load_explicit(&locked, memory_order_relaxed)) __builtin_ia32_pause();
      }
      return;
    case EXPECT_WHAT_WAS_FOUND:
      do {
        expected = atomic_load(&locked);
      } while (expected || !atomic_compare_exchange_weak(&locked, &expected, 1));
      return;
    case TICKET:
      owner->ticket = atomic_fetch_add(&next_ticket, 1);
      while (atomic_load(&now_serving) != owner->ticket) continue;
      return;
    case CLH:
      atomic_store(owner->node, 1);
      owner->before = atomic_exchange(&tail, owner->node);
      while (atomic_load(owner->before)) continue;
      return;
  }
#endif
}

static void unlock(struct owner* owner) {
  switch (LOCK) {
    case MUTEX:
      pthread_mutex_unlock(&mutex);
      return;
    case PTHREAD_SPIN:
      pthread_spin_unlock(&spinlock);
      return;
    case FLAG:
      atomic_flag_clear(&flag);
      return;
    case TICKET:
      atomic_store(&now_serving, owner->ticket + 1);
      return;
    case CLH:
      atomic_store(owner->node, 0);
      owner->node = owner->before;
      return;
    default:
      atomic_store_explicit(&locked, 0, memory_order_release);
  }
}

static void* increments(void* number) {
  struct owner owner = {.node = &nodes[(intptr_t)number]};
  for (int i = 0; i < ROUNDS; i++) {
    lock(&owner);
    counter++;
    unlock(&owner);
  }
  return NULL;
}

int main(void) {
  pthread_t threads[THREADS];
  pthread_spin_init(&spinlock, PTHREAD_PROCESS_PRIVATE);
  for (intptr_t i = 0; i < THREADS; i++) pthread_create(&threads[i], NULL, increments, (void*)i);
  for (int i = 0; i < THREADS; i++) pthread_join(threads[i], NULL);
  assert(counter == THREADS * ROUNDS);
  return 0;
}
