// Runs an exploration over one or more targets.
//
// With one target, batches are run and taken in turn about. With several, each runs batches in a thread of its own
// while this one takes executions in. Verdict, counts and order of executions are the same for every number of targets.
#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "explore/exploration.h"
#include "explore/reduction.h"
#include "explore/target.h"

namespace selvage::explore {

struct SearchOptions {
  size_t batch = 64;
  uint64_t max_executions = 0;  // 0: no limit; those before a restart do not count
  std::optional<std::chrono::steady_clock::time_point> deadline = {};
  const std::atomic<bool>* interrupted = nullptr;
};

enum class End {
  Complete,     // the whole space was explored
  Stopped,      // by the observer
  Interrupted,  // by SearchOptions::interrupted
  ExecutionLimit,
  TimeLimit,
  NotDeterministic,  // the program went another way under the same schedule: SearchResult::suspect
};

struct SearchResult {
  Counts counts;
  End end = End::Complete;
  std::vector<SharedLocation> shared;  // in the order in which they were found
  uint64_t restarts = 0;
  std::vector<Step> suspect;  // a schedule on which the program differed from before
};

// Sees what the search sees, in the order of the search, whatever the number of targets.
class Observer {
 public:
  virtual ~Observer() = default;
  // An execution was taken in. `path` holds it from its beginning (what came before the first choice is not in it);
  // its first `known` steps were there before. The execution's own vectors begin at step `known`. False ends the search.
  virtual bool on_execution(const model::Path& path, size_t known, const Execution& execution) = 0;
  // Locations were found shared: the search starts over with these scheduling points, and counts begin at zero.
  virtual void on_restart(std::span<const SharedLocation> /*shared*/) {}
  // After every batch.
  virtual void on_progress(const Exploration& /*exploration*/) {}
};

// `shared`: locations known from the start (a search that is resumed, or a finding that is repeated).
SearchResult search(const Reduction& reduction, std::span<Target* const> targets, const SearchOptions& options,
                    Observer& observer, std::vector<SharedLocation> shared = {});

}  // namespace selvage::explore
