// How large an optimal search would be, told before it is done.
//
// The search derives executions from executions, each from exactly one: a tree, in which an execution's number of children
// is known as soon as it was executed. A walk from the root that goes on with a child drawn at random, and counts each
// execution as often as it was likely to be missed, gives the size of the tree on average (Knuth: Estimating the Efficiency
// of Backtrack Programs, 1975). What a depth-first search has done so far says much less: what it does last is largest.
#pragma once

#include <cstdint>

#include "explore/search.h"

namespace selvage::explore {

struct SizeEstimate {
  double executions = 0;  // of the whole search; the mean of the walks
  double error = 0;       // standard error of the mean
  uint64_t walks = 0;
  uint64_t executed = 0;
  End end = End::Complete;  // Stopped: by the observer; Restart: locations were found shared
  std::vector<SharedLocation> found = {};
};

// Walks until so many executions were done; the same ones for the same seed. The observer sees them.
SizeEstimate estimate_size(Target& target, uint64_t executions, uint64_t seed, Observer& observer,
                           const std::function<bool()>& goes_on = {});

}  // namespace selvage::explore
