// selvage-test: read-modify-write operations of several widths lose nothing; one of two compare-exchanges wins
// link: -latomic
// expect: completed
#include <assert.h>
#include <stdatomic.h>
#include <stdint.h>
#include <threads.h>

static _Atomic uint8_t byte_counter;
static _Atomic uint16_t half_counter;
static _Atomic uint64_t wide_counter;
static atomic_int winners, bits;
static atomic_int claimed;
static int builtin_counter, sync_counter;

static int worker(void* argument) {
  int self = *(int*)argument, expected = 0;
  for (int i = 0; i < 2; i++) {
    byte_counter++;
    atomic_fetch_add_explicit(&half_counter, 300, memory_order_relaxed);
    atomic_fetch_sub(&wide_counter, 1);
    __atomic_fetch_add(&builtin_counter, 1, __ATOMIC_SEQ_CST);
    __sync_fetch_and_add(&sync_counter, 1);
  }
  atomic_fetch_or(&bits, 1 << self);
  if (atomic_compare_exchange_strong(&claimed, &expected, self + 1))
    atomic_fetch_add(&winners, 1);
  else
    assert(expected == 2 - self);
  atomic_thread_fence(memory_order_seq_cst);
  return 0;
}

int main(void) {
  thrd_t threads[2];
  int numbers[2] = {0, 1};
  for (int i = 0; i < 2; i++) thrd_create(&threads[i], worker, &numbers[i]);
  for (int i = 0; i < 2; i++) thrd_join(threads[i], NULL);
  assert(byte_counter == 4 && half_counter == 1200 && wide_counter == (uint64_t)-4);
  assert(builtin_counter == 4 && sync_counter == 4);
  assert(winners == 1 && bits == 3);
  return 0;
}
