// Threads that look at the clock again and again.
//
// A thread that reads the clock in a loop is asked, by running it ahead, whether a later time would take it another way
// before it does anything that others could notice. If so, each is tried: the time that it is, and the first one of each other
// way. Otherwise time stands still from the second iteration on, so that an iteration that changes nothing shows as one
// (docs/spinning.md). Only where time-outs are explored.
#pragma once

#include <stdint.h>

#include "runtime/host.h"
#include "runtime/loops.h"
#include "runtime/model.h"

namespace selvage::runtime {

inline constexpr uint64_t kClockStep = 1000;

// Formulas and information flow may speak of memory that is the thread's own, so that what is noticed behind a look is more than
// the pass knows of (pass/instants.h); a block is one step; a signal handler returns to where nobody can follow it.
inline bool may_poll_clock(const Thread& self) {
  const Configuration& configuration = host().configuration;
  bool is_all_noticed =
      host().every_state || (configuration.temporal & (kEveryLook | kFollowChanges)) != 0 || configuration.flow != 0;
  return configuration.timeouts == TimeoutMode::Explore && !is_all_noticed && model().atomic_depth == 0 &&
         !self.interrupted && loop_state(self).loop_count > 0;
}

// The time that the thread reads in a loop. It may be running ahead. What is compared at once is used for nothing else.
uint64_t poll_clock(Thread& self, bool compared_at_once);

}  // namespace selvage::runtime
