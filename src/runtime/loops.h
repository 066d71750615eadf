// What a thread does in its loops: has an iteration brought it back to where it was, with nothing changed?
//
// Instrumented code says at the header of a loop in what state the thread comes there (contract/hooks.h). In between,
// everything that could make a difference is noted: what was looked at in shared memory, what was written to memory that
// is the thread's own with the bytes that were there before, and whether anything else happened. docs/spinning.md has
// the reasons. All of it is part of the snapshot, a page for each thread, and used only where Configuration::fair is set.
#pragma once

#include <stdint.h>

#include "contract/hooks.h"
#include "runtime/host.h"
#include "runtime/model.h"

namespace selvage::runtime {

inline constexpr unsigned kMaxLoops = 8;
inline constexpr unsigned kMaxLooks = 40;
inline constexpr unsigned kMaxOwnWrites = 32;
inline constexpr uint32_t kMaxBytes = 16;  // of an access that is followed

// A loop that the thread is in, or was: that it has been left is noticed when a loop further out is met again.
struct LoopVisit {
  uint64_t activation;
  uint64_t state;
  uint64_t frame;       // end of the stack frame
  uint64_t stack;       // what lies below on the thread's stack is dead at the header
  uint64_t entered_in;  // state of the thread, see rounds.h
  uint32_t site;
  int32_t error_number;
  uint8_t looks_begin;  // what belongs to the present iteration
  uint8_t writes_begin;
  uint16_t accesses;     // announced ones
  uint16_t rounds;       // gone so far, while nobody looks whether it comes back to a state that it was in
  bool is_first;         // the present iteration
  bool changed;          // something, in the present iteration
  bool went_round;       // the iteration before changed nothing
  bool slept;            // in the present iteration: a cancellation point
  bool wants_locations;  // nothing that it reads is known to be shared: all of it is
  bool wants_all;        // the same, where it goes round by several iterations
  bool polled;           // in the present iteration: a later time would have taken the thread another way
};

// What was found in shared memory; or an attempt that was in vain, with its object and its operation.
struct Look {
  uint64_t address;
  uint64_t value;
  uint32_t size;  // 0: an attempt
};

// What was in memory before the thread's first write to it.
struct OwnWrite {
  uint64_t address;
  uint32_t size;
  char before[kMaxBytes];
};

struct OwnWrites {
  uint32_t count;
  OwnWrite entries[kMaxOwnWrites];

  // False: no room.
  bool add(uint32_t from, const void* address, uint64_t size);
};

// A place to come back to, as with setjmp; see look_ahead.h.
struct Context {
  uint64_t registers[6];
  uint64_t stack_pointer;
  uint64_t instruction;
  uint32_t mxcsr;
  uint32_t x87_control;
};

// What an assumption at the beginning of an atomic block may read (assumptions.h).
struct AssumedRead {
  uint64_t address;
  uint32_t size;
  uint32_t site;
};

struct LoopState {
  uint64_t activations;
  uint32_t loop_count;
  uint32_t look_count;
  LoopVisit loops[kMaxLoops];  // outermost first
  Look looks[kMaxLooks];
  OwnWrites writes;

  // A write that is about to be executed: whether it changes anything shows afterwards.
  bool unsettled;
  OwnWrite announced;

  // While it waits to be chosen for an access that may end an iteration (look_ahead.h).
  Context context;
  Pending look;          // the access, where the thread has announced the update behind it instead (joined_looks.h)
  bool joins_update;     // it has
  bool update_follows;   // it has been chosen for both, and is between the two
  uint32_t inner_loop;   // site of a loop that it would come to, and wait there for ever; 0: none
  Event* step_event;     // of the update
  char seen[kMaxBytes];  // what was at the address when it was last looked ahead
  uint32_t ends_loop;    // the iteration that the access would end
  bool sleeps_ahead;     // on the way there
  uint64_t loop_wait;    // of the access that it has just been chosen for (channel.h)

  // Before an atomic block that begins with assumptions (assumptions.h), which has its context there, too.
  uint32_t assumed_count;  // what the assumptions of the block that it enters next may read
  AssumedRead assumed[selvage::kMostAssumed];
  bool assumptions_fail;  // in the present state
};
inline constexpr uint64_t kLoopStates = (kSharedHoldings + kMaxSharedHoldings * sizeof(SharedHolding) + 4095) & ~4095ul;
inline constexpr uint64_t kLoopStateSize = 4096;
static_assert(sizeof(LoopState) <= kLoopStateSize);
static_assert(kLoopStates + kMaxThreads * kLoopStateSize < address::kModel + address::kModelSize);

inline LoopState& loop_state(const Thread& t) {
  return *reinterpret_cast<LoopState*>(kLoopStates + t.number * kLoopStateSize);
}

// The thread does something that cannot be followed.
void change_in_loops(Thread& self);
inline void note_change(Thread& self) {
  if (self.follows_loops) [[unlikely]]
    change_in_loops(self);
}

// The thread, whose stack is in use down to there, has entered a function that never returns, and has not left it by other ways.
bool is_in_endless_function(const Thread& t, const void* stack_pointer);

// Whether the last write that the thread was chosen for changed anything. Called before others can run.
void settle(Thread& self);
// It has been chosen for an access to shared memory.
void note_shared_access(Thread& self, Operation operation, const void* address, uint32_t size);
// It has been chosen for an attempt to take a lock.
void note_attempt(Thread& self, Operation operation, uint64_t object);
// It is about to access memory that is its own as far as is known.
void note_own_access(Thread& self, Operation operation, const void* address, uint32_t size);

// It lets time pass.
void note_sleep(Thread& self);

// The iteration would be one that changes nothing: the thread is back in the same state. `more` are writes besides
// those that have been noted.
bool comes_back(const Thread& t, const LoopVisit& loop, uint64_t state, const OwnWrites* more);

// The loop with this activation, or null.
LoopVisit* find_loop(LoopState& s, uint64_t activation);

}  // namespace selvage::runtime
