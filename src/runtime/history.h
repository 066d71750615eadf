// What was executed, with what happened before what: the runtime's own view of the order of an execution, which it needs
// where a thread comes round (rounds.h).
//
// An entry is one operation, with what it found and what it left behind. Entries of one transition belong together: what
// is ordered behind one of them is ordered behind all. A clock says of a transition how many transitions of each thread
// happen before it. All of it is part of the snapshot. It is kept only where Configuration::fair is set, and for
// programs that have loops in which threads may wait; others pay for a look at a flag. It begins with the first thread
// that is created: if it began with the first loop that a thread comes to, what is known of the same order of dependent
// steps would depend on who came there first.
#pragma once

#include <stdint.h>

#include "contract/dependence.h"
#include "runtime/model.h"
#include "runtime/spinning.h"

namespace selvage::runtime {

inline constexpr unsigned kMaxFollowed = 32;      // threads; where there are more, nobody is taken to have come round
inline constexpr uint32_t kMaxEntries = 1 << 14;  // then nobody is taken to have come round any more
inline constexpr uint32_t kNoEntry = UINT32_MAX;

struct Clock {
  uint16_t transitions[kMaxFollowed];

  void join(const Clock& other) {
    for (unsigned i = 0; i < kMaxFollowed; i++)
      if (transitions[i] < other.transitions[i]) transitions[i] = other.transitions[i];
  }
};

// One thing that an operation may have changed, with a picture of it. Memory is its own picture.
struct Change {
  uint64_t what;  // 0: nothing. Addresses for memory; for objects see effect_of() in history.cpp
  uint64_t before;
  uint64_t after;
};

struct HistoryEntry {
  Footprint footprint;
  Change effect;
  Change second;        // of an operation on a condition: what becomes of the mutex
  uint64_t marks;       // of what it touches: without a common one, two operations are independent
  uint64_t state;       // of the thread after the transition (rounds.h); in its first entry
  uint32_t previous;    // entry of the same thread; kNoEntry: none
  uint32_t head;        // first entry of the transition
  uint16_t transition;  // how many-th of the thread, counting from 1
  uint16_t alternative;
  bool known;  // `effect` is all that it did
};

struct FollowedThread {
  uint32_t last;         // entry; kNoEntry: none
  uint16_t transitions;  // begun
  Clock clock;
};

struct History {
  bool on;
  bool unfinished;  // the outcome of the last entry is not known yet
  uint32_t count;
  FollowedThread threads[kMaxFollowed];
  HistoryEntry entries[kMaxEntries];
  Clock clocks[kMaxEntries];  // of transitions, at their first entry
};
inline constexpr uint64_t kHistory = kLoopStates + kMaxThreads * kLoopStateSize;
inline constexpr uint64_t kHistoryEnd = (kHistory + sizeof(History) + 4095) & ~4095ul;
static_assert(kHistoryEnd < address::kModel + address::kModelSize);
inline History& history() { return *reinterpret_cast<History*>(kHistory); }

void begin_history();

// It is recorded behind an access that it belongs to, and that is still to be executed.
inline bool stands_behind_access(const Pending& p, bool within_transition) {
  if (p.operation == Operation::SpinWait) return true;
  return p.operation == Operation::AtomicLoad && within_transition && (p.flags & kEventSpin);
}

// The thread has been chosen for what it has pending, or does it within its transition.
void note_executed(const Thread& self, bool within_transition);
// What was noted last has been done: the thread comes to something else. To be called before current_event() is another
// one: the present one tells what came of it.
void finish_entry();

// What is there of all that the operation may have changed.
uint64_t present_picture(const HistoryEntry& entry);

inline const Clock& clock_of(const HistoryEntry& entry) { return history().clocks[entry.head]; }

}  // namespace selvage::runtime
