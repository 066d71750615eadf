// Explores the whole search space over one or more targets, each of which belongs to a worker. Verdict, number of
// executions and findings of a complete search are the same for every number of targets.
#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "explore/commuting.h"
#include "explore/counts.h"
#include "explore/order_counts.h"
#include "explore/sections_seen.h"
#include "explore/strategy.h"
#include "explore/target.h"

namespace selvage::explore {

enum class End {
  Complete,     // the whole space was explored
  Stopped,      // by the observer
  Interrupted,  // by SearchOptions::interrupted
  ExecutionLimit,
  TimeLimit,
  Restart,           // locations were found shared; returned only where SearchOptions::starts_over is false
  NotDeterministic,  // the program went another way under the same schedule: SearchResult::suspect
  MemoryLimit,       // what is known, or the program, takes too much; nothing to go on from is left
};

// For a progress line; called now and then, by one thread at a time.
struct Progress {
  uint64_t executions = 0;             // since the last restart
  double share_done = 0;               // of the whole tree, a guess that is too high as long as most of it is left
  uint64_t done = 0;                   // executions of any kind, also those that were cut short or predicted
  double seconds = 0;                  // since the last restart
  std::optional<LeftRange> left = {};  // nothing: not known
};

// What came of something that is done beside the search.
enum class Beside {
  Done,   // until the next time
  More,   // it would go on, if the search does
  Found,  // what was found ends the search
};

struct SearchOptions {
  size_t batch = 512;               // executions at most that the program is asked for at once
  bool sections = false;            // critical sections are looked into (docs/sections.md)
  bool predicts = false;            // orders of them that change nothing are not executed (docs/prediction.md)
  CommutingOptions commuting = {};  // which operations commute besides (docs/commuting.md)
  uint64_t max_executions = 0;      // 0: no limit; those before a restart do not count
  std::optional<std::chrono::steady_clock::time_point> deadline = {};
  const std::atomic<bool>* interrupted = nullptr;
  // Set from outside to end the search for this reason; Complete: it goes on. Looked at all the time, not only between
  // batches of executions.
  const std::atomic<End>* stop = nullptr;
  std::function<void(const Progress&)> on_progress = {};
  // Does something else for a moment; called by one worker, that has work left, between two batches.
  std::function<Beside()> beside = {};
  // Where the search stands, in bytes, from time to time: everything that the observer has seen by then is in it, and
  // nothing else. Whoever keeps it returns how long to wait until the next time.
  std::function<std::chrono::steady_clock::duration(std::string state)> on_checkpoint = {};
  // The same when the search ends before its end (Interrupted, TimeLimit, ExecutionLimit).
  std::function<void(End why, const std::string& state)> on_early_end = {};
  std::string resume = {};  // such a state, to go on from
  bool keeps_state = true;  // false: only an interruption leaves a state, no limit does
  // False: locations that were found end the search (End::Restart), with them in SearchResult::shared, for whoever starts
  // it over.
  bool starts_over = true;
  // Of the time, for telling how much is left; 0: that is not told. Only a search of strategy optimal can.
  double look_ahead = 0;
  bool is_divided = false;  // parts of the search are explored by other processes
  // Of a part: the same as `interrupted`, but looked at all the time, also in its first batch.
  const std::atomic<bool>* ended = nullptr;
};

struct SearchResult {
  Counts counts;
  End end = End::Complete;
  std::vector<SharedLocation> shared;  // in the order in which they were found
  uint64_t restarts = 0;
  std::vector<Step> suspect;          // a schedule on which the program differed from before
  std::string state;                  // where it stands, if it can go on from there
  double share_done = 0;              // of the whole, an estimate
  std::vector<OrderCount> orders;     // that were called for, the most frequent pairs first; of strategy optimal
  uint64_t all_orders = 0;            // of all pairs
  std::vector<SectionSeen> sections;  // where SearchOptions::is_divided: what critical sections did
  bool resumed = true;                // false: what it was to go on from is damaged
};

// Sees what the search sees. Parts of the search tree are explored side by side, each with an observer of its own.
class Observer {
 public:
  virtual ~Observer() = default;
  // An execution was taken in. `path` holds it from its beginning (what came before the first choice is not in it); its
  // first `known` steps are those of the path of this observer's last call, 0 in the first call. The execution's own
  // vectors begin at step execution.known. False ends the search.
  virtual bool on_execution(const model::Path& path, size_t known, const Execution& execution) = 0;
  // An observer for a part of the tree. It may be used by another thread.
  virtual std::unique_ptr<Observer> split() = 0;
  // Takes over what that observer has seen since it was last joined. Nobody uses it meanwhile.
  virtual void join(Observer& part) = 0;
  // Locations were found shared: the search starts over with these scheduling points, and counts begin at zero.
  virtual void on_restart(std::span<const SharedLocation> /*shared*/) {}
};

// `shared`: locations known from the start (a search that is resumed, or a finding that is repeated).
SearchResult search(const Strategy& strategy, std::span<Target* const> targets, const SearchOptions& options,
                    Observer& observer, std::vector<SharedLocation> shared = {});

}  // namespace selvage::explore
