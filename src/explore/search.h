// Runs an exploration over one or more targets.
//
// With one target, batches are run and taken in turn about. With several, each runs batches in a thread of its own
// while this one takes executions in. Verdict, counts and order of executions are the same for every number of targets.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <span>

#include "explore/exploration.h"
#include "explore/reduction.h"
#include "explore/target.h"

namespace selvage::explore {

struct SearchOptions {
  size_t batch = 32;
  uint64_t max_executions = 0;  // 0: no limit
  const std::atomic<bool>* interrupted = nullptr;
};

struct SearchResult {
  Counts counts;
  bool complete = false;  // the whole space was explored
};

// Called for every execution in the order of the search. False ends the search.
using Observer = std::function<bool(const Request&, const Execution&)>;

SearchResult search(const Reduction& reduction, std::span<Target* const> targets, const SearchOptions& options,
                    const Observer& observe);

}  // namespace selvage::explore
