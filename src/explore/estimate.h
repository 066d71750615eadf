// How large an optimal search would be, told before it is done.
//
// The search derives executions from executions, each from exactly one: a tree, in which an execution's children are known as
// soon as it was executed. A *sounding* goes through the tree level by level. Of the executions of a level that depart from
// their parents at the same step, which have about as much behind them, it executes one, drawn by what it and the others stand
// for, and lets it stand for all of them. The number of executions that those it executed stand for is the size of the tree on
// average (Chen: Heuristic Sampling, 1992; with one execution per level it is Knuth's estimator of 1975). What a depth-first
// search has done so far says much less: what it does last is largest.
#pragma once

#include <cstdint>

#include "explore/guards.h"
#include "explore/search.h"

namespace selvage::explore {

struct SizeEstimate {
  double executions = 0;  // of the whole search; the mean of the soundings
  double error = 0;       // standard error of the mean; infinite where it is not known
  uint64_t soundings = 0;
  uint64_t executed = 0;
  End end = End::Complete;  // Stopped: by the observer; Restart: locations were found shared
  std::vector<SharedLocation> found = {};
};

// With `guards`, of a search that looks into critical sections (SearchOptions::sections). Sounds until so many executions were done; the same ones for the same seed. The observer sees them.
// `stop`, `interrupted`: as in SearchOptions, looked at also in the midst of an execution; `goes_on` is asked between two.
SizeEstimate estimate_size(Target& target, uint64_t executions, uint64_t seed, Observer& observer,
                           const std::function<bool()>& goes_on = {}, const Guards* guards = nullptr,
                           const std::atomic<End>* stop = nullptr, const std::atomic<bool>* interrupted = nullptr);

}  // namespace selvage::explore
