// Explores the interleavings of a program by what they cost, the cheapest first, so that everything up to a cost is known
// when the next one begins.
//
// The policy that continues schedules costs nothing; departing from it does. What it costs is a matter of the measure:
//  - preemptions: taking a thread's turn away although it could go on costs one (Musuvathi and Qadeer: Iterative Context
//    Bounding for Systematic Testing of Multithreaded Programs, PLDI 2007);
//  - delays: of the threads that can go on, the policy's comes first and then the others by number, and each that is passed
//    over costs one (Emmi, Qadeer, Rakamaric: Delay-Bounded Scheduling, POPL 2011).
//
// Reduction: two sequences with the same happens-before lead to the same state, and what can follow, and what that costs,
// depends on the state and on whose turn it is. So each state is gone on from once for each thread that has the turn, at its
// lowest price. That holds within every bound, unlike what persistent, source or sleep sets leave out: these count on
// interleavings that may lie beyond it (Coons, Musuvathi, McKinley: Bounded Partial-Order Reduction, OOPSLA 2013, repair
// persistent sets by more branches; merging states needs no repair, but memory for each state). It counts on happens-before
// being exact, which it is not known to be where threads signal or cancel each other.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "explore/departures.h"
#include "explore/search.h"

namespace selvage::explore {

struct DeepeningOptions {
  Measure measure = Measure::Preemptions;
  uint64_t most = UINT64_MAX;   // nothing beyond this cost
  uint64_t max_executions = 0;  // 0: no limit
  // For the states that are known and what departs from them; when it takes more, it ends with End::MemoryLimit.
  size_t max_bytes = size_t{4} << 30;
  std::optional<std::chrono::steady_clock::time_point> deadline = {};
  const std::atomic<End>* stop = nullptr;  // as in SearchOptions
  const std::atomic<bool>* interrupted = nullptr;
  bool keeps_state = true;  // false: only an interruption leaves a state. A search that ran out of memory never does.
  std::function<void(const Progress&)> on_progress = {};
  std::string resume = {};  // SearchResult::state of one that ended early
};

struct DeepeningResult : SearchResult {
  // Everything that costs less than this was explored.
  uint64_t explored_below = 0;
  // Departures that were not taken because they cost too much. 0 at the end of a complete search: it was not bounded at all.
  uint64_t left_out = 0;
};

DeepeningResult deepen(std::span<Target* const> targets, const DeepeningOptions& options, Observer& observer,
                       std::vector<SharedLocation> shared = {});

}  // namespace selvage::explore
