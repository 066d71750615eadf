// Two threads, and who of them touches what. The argument names the scenario; standard output says where things are:
// "name address" a line, names that begin with "shared" are what both touch and one writes.
#include <assert.h>
#include <linux/futex.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "selvage.h"

typedef void* Body(void*);

enum { kLarge = 1 << 20, kGranule = 8 };
#define ALONE __attribute__((aligned(64)))

static ALONE int shared_counter;
static ALONE int shared_reset;
static ALONE _Atomic int shared_flag;
static ALONE int read_only = 5;
static ALONE int of_one_thread;
static ALONE int neighbours[2 * 16];
static ALONE _Atomic(char*) shared_pointer;
static ALONE char* before;  // set by main before the first thread
static ALONE char* filled;
static ALONE int shared_choice;
static ALONE int in_turns;
static ALONE volatile int shared_wait;
static ALONE uint32_t shared_word;
static ALONE struct {
  char bytes[16];
} shared_halves;
static pthread_t first;
static _Thread_local int thread_local_counter;

static void tell(const char* name, const volatile void* address) { printf("%s %p\n", name, (void*)address); }
static long number(void* argument) { return (long)argument; }

// --- what is found, and what is not

static void* mixed(void* argument) {
  long me = number(argument);
  int* own = malloc(64 * sizeof(int));
  for (int i = 0; i < 64; i++) own[i] = read_only + i;
  shared_counter++;
  if (me == 1) of_one_thread = own[3];
  neighbours[me == 1 ? 0 : 16]++;
  int* local = &thread_local_counter;
  *(int* volatile*)&local = &thread_local_counter;
  (*local)++;
  atomic_fetch_add_explicit(&shared_flag, own[63] - 67, memory_order_relaxed);
  free(own);
  return NULL;
}
static void mixed_names(void) {
  tell("shared_counter", &shared_counter);
  tell("shared_flag", &shared_flag);
  tell("read_only", &read_only);
  tell("of_one_thread", &of_one_thread);
}

static void* in_blocks(void* argument) {
  selvage_atomic_begin();
  shared_counter += (int)number(argument);
  selvage_atomic_end();
  return NULL;
}
static void in_blocks_names(void) { tell("shared_counter", &shared_counter); }

// An access over two granules, of which the other thread touches the second.
static void* halves(void* argument) {
  if (number(argument) == 1)
    memset(shared_halves.bytes + 4, 1, 8);
  else
    shared_halves.bytes[9]++;
  return NULL;
}
static void halves_names(void) { tell("shared_half", shared_halves.bytes + kGranule); }

// --- memory that is freed

static void* frees(void* argument) {
  if (number(argument) == 1) {
    char* block = malloc(64);
    block[40] = 1;
    atomic_store(&shared_pointer, block);
  } else {
    char* block = atomic_load(&shared_pointer);
    if (!block) return NULL;
    free(block);
    return block;
  }
  return NULL;
}

// `filled` is a large block: the first thread touches a byte in its middle, the second frees it.
static void* frees_large(void* argument) {
  if (number(argument) == 1)
    filled[kLarge / 2]++;
  else
    free(filled);
  return NULL;
}
static void frees_large_names(void) { tell("shared_byte", filled + kLarge / 2); }

// --- ranges

static void* ranges(void* argument) {
  if (number(argument) == 1)
    memcpy(filled + 100, before, kLarge - 200);
  else
    shared_counter += filled[kLarge / 2 + 3];
  return NULL;
}
static void ranges_names(void) { tell("shared_byte", filled + kLarge / 2); }

static void* ranges_read(void* argument) {
  char* copy = malloc(kLarge);
  memcpy(copy, filled, kLarge);
  neighbours[number(argument) == 1 ? 0 : 16] = copy[7];
  free(copy);
  return NULL;
}
static void no_names(void) {}

static void* ranges_whole(void* argument) {
  memset(filled, (int)number(argument), kLarge);
  return NULL;
}

// --- one thread in this execution, the other in another

static void* takes_turns(void* argument) {
  if (shared_choice == number(argument)) in_turns++;
  return NULL;
}
static void takes_turns_names(void) { tell("shared_choice", &shared_choice); }

// --- waiting

static void* spins(void* argument) {
  if (number(argument) == 1)
    while (!shared_wait) {
    }
  else
    shared_wait = 1;
  return NULL;
}
static void* spins_yielding(void* argument) {
  if (number(argument) == 1)
    while (!shared_wait) sched_yield();
  else
    shared_wait = 1;
  return NULL;
}
// The lock is main's from before the first thread; the second thread gives it back.
static void* spins_exchanging(void* argument) {
  if (number(argument) == 1)
    while (atomic_exchange(&shared_flag, 2) != 0) {
    }
  else
    atomic_store(&shared_flag, 0);
  return NULL;
}
static void spins_names(void) { tell("shared_wait", &shared_wait); }
static void spins_exchanging_names(void) { tell("shared_flag", &shared_flag); }

// Memory of its own, in a loop that only a cancellation ends.
static void* spins_until_cancelled(void* argument) {
  if (number(argument) == 1) {
    pthread_setcanceltype(PTHREAD_CANCEL_ASYNCHRONOUS, NULL);
    for (;;) shared_counter++;
  }
  pthread_cancel(first);
  return NULL;
}

static void* waits_on_futex(void* argument) {
  if (number(argument) == 1) {
    syscall(SYS_futex, &shared_word, FUTEX_WAIT, 0, NULL, NULL, 0);
  } else {
    __atomic_store_n(&shared_word, 1, __ATOMIC_RELEASE);
    syscall(SYS_futex, &shared_word, FUTEX_WAKE, 1, NULL, NULL, 0);
  }
  return NULL;
}
static void waits_on_futex_names(void) { tell("shared_word", &shared_word); }

// --- a signal handler runs between any two operations of its thread

static ALONE int shared_interrupted;
static ALONE int shared_seen;

static void handle(int signal) { shared_seen = 1 + signal - SIGUSR1 + shared_interrupted; }
static void* signals(void* argument) {
  if (number(argument) == 1) {
    shared_interrupted = 1;
    shared_interrupted = 2;
    shared_interrupted = 3;
  } else {
    pthread_kill(first, SIGUSR1);
  }
  return NULL;
}
static void signals_names(void) {
  tell("shared_interrupted", &shared_interrupted);
  tell("shared_seen", &shared_seen);
}

// --- memory orders

static void* orders(void* argument) {
  static _Atomic int x;
  if (number(argument) == 2) return NULL;
  atomic_store_explicit(&x, 1, memory_order_relaxed);
  atomic_store_explicit(&x, 2, memory_order_release);
  atomic_thread_fence(memory_order_acquire);
  atomic_fetch_add_explicit(&x, 1, memory_order_acq_rel);
  (void)atomic_load_explicit(&x, memory_order_acquire);
  (void)atomic_load(&x);
  int expected = 77;
  atomic_compare_exchange_strong(&x, &expected, 5);
  expected = 3;
  atomic_compare_exchange_strong_explicit(&x, &expected, 5, memory_order_release, memory_order_relaxed);
  atomic_thread_fence(memory_order_seq_cst);
  return NULL;
}

// --- outcomes

static void* lost_update(void* argument) {
  int seen = shared_counter;
  shared_counter = seen + 1;
  if (shared_counter == number(argument)) shared_reset++;
  return NULL;
}

// --- a long private computation

static void* computes(void* argument) {
  if (number(argument) == 2) return NULL;
  long* own = calloc(1024, sizeof(long));
  for (int i = 0; i < 20 * 1000 * 1000; i++) own[i & 1023] += i;
  free(own);
  return NULL;
}

struct Scenario {
  const char* name;
  Body* body;
  void (*names)(void);
};
static const struct Scenario scenarios[] = {
    {"mixed", mixed, mixed_names},
    {"in_blocks", in_blocks, in_blocks_names},
    {"halves", halves, halves_names},
    {"frees", frees, no_names},
    {"frees_large", frees_large, frees_large_names},
    {"ranges", ranges, ranges_names},
    {"ranges_read", ranges_read, no_names},
    {"ranges_whole", ranges_whole, no_names},
    {"takes_turns", takes_turns, takes_turns_names},
    {"spins", spins, spins_names},
    {"spins_yielding", spins_yielding, spins_names},
    {"spins_exchanging", spins_exchanging, spins_exchanging_names},
    {"spins_until_cancelled", spins_until_cancelled, in_blocks_names},
    {"waits_on_futex", waits_on_futex, waits_on_futex_names},
    {"signals", signals, signals_names},
    {"orders", orders, no_names},
    {"lost_update", lost_update, no_names},
    {"computes", computes, no_names},
};

static void* nothing(void* unused) { return unused; }

int main(int count, char** arguments) {
  const struct Scenario* scenario = NULL;
  for (size_t i = 0; i < sizeof scenarios / sizeof *scenarios; i++)
    if (count == 2 && strcmp(arguments[1], scenarios[i].name) == 0) scenario = &scenarios[i];
  assert(scenario);
  before = malloc(kLarge);
  memset(before, 7, kLarge);
  filled = malloc(kLarge);
  atomic_store(&shared_flag, scenario->body == spins_exchanging);

  pthread_t zeroth, second;
  if (scenario->body == signals) signal(SIGUSR1, handle);
  pthread_create(&zeroth, NULL, nothing, NULL);
  if (scenario->body == takes_turns) shared_choice = 1 + selvage_choose(2);
  pthread_create(&first, NULL, scenario->body, (void*)1);
  pthread_create(&second, NULL, scenario->body, (void*)2);
  pthread_join(zeroth, NULL);
  pthread_join(first, NULL);
  void* block = NULL;
  pthread_join(second, &block);
  scenario->names();
  if (block) tell("shared_block", (char*)block + 40);
  if (scenario->body == frees) tell("shared_pointer", &shared_pointer);
  if (scenario->body == signals) return shared_seen;
  if (scenario->body == lost_update) return 10 * shared_counter + shared_reset;
  return 0;
}
