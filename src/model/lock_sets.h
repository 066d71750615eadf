// Which locks the threads of a path hold, and which transitions can therefore never be enabled in the same state.
//
// Two transitions made under a common lock, held exclusively by at least one of them, are never co-enabled; nor are two
// that thread creation or join puts in order (Inspect, section 4.3.3, and Fig. 7, line 4: of dependent transitions only
// those that may be co-enabled ask for another interleaving). Locks are mutexes, spinlocks and read-write locks that
// were acquired on the path itself: a lock held from before it is not known, and then the answer is "may be".
//
// Goes along with a path: what the common beginning of two executions showed is not computed again.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "model/path.h"
#include "model/undo_vector.h"

namespace selvage::model {

struct HeldLock {
  uint64_t object;
  ObjectKind kind;
  bool shared;     // for reading
  uint16_t count;  // how many times
};

class LockSets {
 public:
  LockSets();

  // The path's steps behind those taken in so far.
  void take_in(const Path& path) {
    take_in(path, [](Position, const Footprint&) {});
  }
  // The same, with a call for every access to memory, in order; held_now() and is_before_now() are as of then.
  template <typename Visit>
  void take_in(const Path& path, Visit&& visit);
  // The path was cut back.
  void truncate(size_t length);
  size_t size() const { return steps_.size(); }

  // What the thread of a transition held when it was about to make it.
  std::span<const HeldLock> held(Position position) const { return locks_of(steps_[position].set); }
  std::span<const HeldLock> held_now(unsigned thread) const { return locks_of(threads_[thread].set); }
  // Creation and join put what a thread did at a position before all that another one does from now on.
  bool is_before_now(unsigned earlier, Position position, unsigned thread) const {
    return earlier < stride_ && clocks_[size_t{threads_[thread].clock} * stride_ + earlier] > position;
  }

  // Creation and join put the first before the second.
  bool is_created_or_joined_before(Position earlier, Position later) const {
    return earlier < later && clocks_[size_t{steps_[later].clock} * stride_ + steps_[earlier].thread] > earlier;
  }
  // False: in no execution are the two enabled in the same state, as far as locks, creation and join tell.
  bool may_be_co_enabled(Position a, Position b) const;

 private:
  static constexpr unsigned kFirstStride = 8;

  struct Thread {
    uint32_t set;    // into sets_
    uint32_t clock;  // number of a clock
  };
  struct Set {
    uint32_t begin, end;  // in locks_
  };
  struct Step {
    uint32_t set;    // before it
    uint32_t clock;  // with it
    uint16_t thread;
    // What truncate() goes back to.
    uint32_t sets, locks, clocks;
    UndoVector<Thread>::Mark threads;
  };

  std::span<const HeldLock> locks_of(uint32_t set) const {
    return {locks_.data() + sets_[set].begin, locks_.data() + sets_[set].end};
  }
  Step& begin_step(uint16_t thread);
  void make_room(unsigned threads);
  void execute(const Footprint& footprint, Position position);
  void acquire(uint16_t thread, ObjectKind kind, uint64_t object, bool shared);
  void release(uint16_t thread, ObjectKind kind, uint64_t object, bool entirely);
  void replace_set(uint16_t thread, std::span<const HeldLock> locks);
  // The first thread knows what the second one knows, and its first steps.
  void learn(unsigned thread, unsigned from, Position steps);

  Stack<Step> steps_;
  UndoVector<Thread> threads_;
  Stack<Set> sets_;  // the first one is empty
  Stack<HeldLock> locks_;
  // Clocks over creation and join only: entry t is one more than the last position of thread t that is before.
  std::vector<Position> clocks_;  // the first one knows nothing
  uint32_t clock_count_ = 1;
  unsigned stride_ = kFirstStride;
  std::vector<HeldLock> scratch_;
};

template <typename Visit>
void LockSets::take_in(const Path& path, Visit&& visit) {
  for (Position position = steps_.size(); position < path.size(); position++) {
    uint16_t thread = path.thread(position);
    Step& step = begin_step(thread);
    // A join that is not announced orders what comes after the transition, not the transition.
    bool inner = false;
    for (const Footprint& f : path.footprints(position)) {
      if (f.thread >= threads_.size()) make_room(f.thread + 1u);
      if (dependence::is_memory(f)) {
        visit(position, f);
      } else {
        execute(f, position);
      }
      if (!inner) step.clock = threads_[thread].clock;
      inner = true;
    }
  }
}

}  // namespace selvage::model
