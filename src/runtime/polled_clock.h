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

// Every state, and every look, is to be seen as it is where formulas are checked; a block is one step; a signal handler returns
// to where nobody can follow it.
inline bool may_poll_clock(const Thread& self) {
  return host().configuration.timeouts == TimeoutMode::Explore && !host().every_state &&
         !(host().configuration.temporal & kEveryLook) && model().atomic_depth == 0 && !self.interrupted &&
         loop_state(self).loop_count > 0;
}

// The time that the thread reads in a loop. It may be running ahead. What is compared at once is used for nothing else.
uint64_t poll_clock(Thread& self, bool compared_at_once);

}  // namespace selvage::runtime
