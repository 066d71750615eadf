// Threads that come round: back to where they were, by steps that have changed nothing on the whole.
//
// At the header of a loop a thread looks back. What has happened before it (history.h) is compared with what had happened
// before it at an earlier visit: where the steps in between, its own and those of others, leave every thread that took
// one in the same state and all memory and all objects as they were, they could as well not have been. What the thread
// would do next it can do without them; so it does not go on, and the executions without these steps show the rest.
// docs/fairness.md has the reasons. Part of the snapshot; used only where Configuration::fair is set.
#pragma once

#include <stdint.h>

#include "runtime/history.h"
#include "runtime/loops.h"
#include "runtime/model.h"

namespace selvage::runtime {

constexpr uint64_t mix_state(uint64_t state, uint64_t value) {
  state = (state * 0xff51afd7ed558ccdu) ^ (value + 0x9e3779b97f4a7c15u);
  state = (state ^ (state >> 32)) * 0xc4ceb9fe1a85ec53u;
  return state ^ (state >> 29);
}

inline constexpr unsigned kMaxOwnGranules = 96;
inline constexpr unsigned kMaxVisits = 48;  // that a thread looks back to

// Eight bytes of the thread's own memory, of which it has written some since it entered the outermost loop.
struct OwnGranule {
  uint64_t address;
  uint8_t written;  // a bit for each byte
  char before[8];   // of the written ones
};

struct RoundVisit {
  uint64_t state;
  uint32_t entry;  // the thread's last one
  Clock clock;
};

// Steps that lead from a state back to it: those that happen before `to`, but not before `from`.
struct Cycle {
  Clock from;
  Clock to;
  uint32_t threads;      // that take some of them, as bits
  uint32_t site;         // of the loop
  uint32_t first_entry;  // of the history
};

struct Rounds {
  // What the thread knows: equal only where it is at the same place with the same values in all that matters. What it has
  // done since the last header it came to, with all that it saw, on top of what mattered there.
  uint64_t state;
  uint32_t own_count;
  uint32_t visit_count;
  uint64_t time_read;      // what it last read from the clock, where it polls it
  bool came_round;         // and waits for the end of the execution
  uint64_t came_round_in;  // `state` there, without what is on the thread's stack
  uint64_t dead_below;     // on the thread's stack, at the last header that it came to; 0: not known
  bool lends_stack;        // others have accessed what it had put there since
  Cycle cycle;
  OwnGranule own[kMaxOwnGranules];
  RoundVisit visits[kMaxVisits];  // a ring
};
inline constexpr uint64_t kRoundsSize = 12288;
static_assert(sizeof(Rounds) <= kRoundsSize);
static_assert(kHistoryEnd + kMaxFollowed * kRoundsSize < address::kModel + address::kModelSize);
inline Rounds& rounds_of(unsigned thread) { return *reinterpret_cast<Rounds*>(kHistoryEnd + thread * kRoundsSize); }

// Records the state of the program as a whole: what threads know, all memory and all objects that were changed.
void record_state();
// What a step has done to them.
void add_to_state(const HistoryEntry& entry);

// The thread has done something that cannot be followed: it is in a state that it has not been in before.
void forget_rounds(Thread& self);
// It enters a loop.
void begin_rounds(Thread& self, LoopVisit& loop);
// It is about to write to memory that is its own.
void note_own_write(Thread& self, const void* address, uint64_t size);
// It has read the clock.
void note_time_read(Thread& self);
// What it did last is known.
void note_outcome(Thread& self, const HistoryEntry& entry);
// It has announced what it does next.
void note_announced(const Thread& self);

enum class Round {
  GoesOn,
  Back,              // it has come round, and need not go on
  BackWithoutSteps,  // and has taken no step, so that nobody could have noticed
};
// The access is to what the thread has on its own stack.
bool is_to_own_stack(const Footprint& footprint);
// The entries of the history from this one on have changed nothing, on the whole.
bool changes_nothing_since(uint32_t first_entry);

// False: code whose accesses are not seen has written to memory that the cycle accesses, and the history does not tell what
// the threads would find there.
bool is_memory_as_noted(const Cycle& cycle);

// It comes to the header of a loop.
Round comes_round(Thread& self, LoopVisit& loop, uint64_t state);

inline bool in_cycle(const Cycle& cycle, const HistoryEntry& entry) {
  unsigned thread = entry.footprint.thread;
  return entry.transition > cycle.from.transitions[thread] && entry.transition <= cycle.to.transitions[thread];
}

}  // namespace selvage::runtime
