// What the search needs of a program: run these schedules, show what happened. Implemented by the real program
// and by scripted stand-ins in tests.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <vector>

#include "contract/channel.h"
#include "model/path.h"

namespace selvage::explore {

struct Request {
  std::vector<Step> steps;
  std::vector<Sleeper> sleeping;      // in the order in which they fall asleep
  std::vector<Footprint> footprints;  // of the sleepers, as in Schedule
  size_t known = 0;                   // the first steps need not be reported: the search has them already
};

// A thread that had not finished when the execution ended.
struct Unfinished {
  Footprint next;
  bool enabled;
  uint32_t site = 0;
};

// What is known of the end of an execution, where it is one to report.
struct EndDetails {
  std::vector<uint32_t> sites;    // where threads wait, or where it ended, as far as sites say it
  std::vector<uint64_t> objects;  // addresses of what threads wait for
  std::vector<uint64_t> stack;    // code addresses, innermost first, of the thread that ended it
  bool is_by_signal = false;      // the first of them is the instruction itself
};

// One execution, from step `known` of its request on.
struct Execution {
  void clear();

  bool is_predicted = false;  // it was not executed: it follows from another (explore/prediction.h)
  Outcome outcome = Outcome::Completed;
  Defect defect = Defect::None;
  uint16_t end_thread = 0;          // that ended it
  uint32_t end_site = 0;            // where, if known
  bool threads_stuck = false;       // it completed while others waited for something that nobody was left to do
  bool has_narrow_choices = false;  // __VERIFIER_nondet_* chose from fewer values than its type has
  uint64_t exit_identity = 0;       // of an exit status that is not allowed, and where it comes from; 0: it is allowed
  uint64_t end_identity = 0;        // hash of how it ended: the same for the same way, whatever the interleaving
  EndDetails end;
  std::vector<model::Transition> steps;
  std::vector<uint32_t> inner_end;  // per step: end of its accesses in `inner`
  std::vector<Footprint> inner;
  std::vector<uint32_t> inner_sites;
  std::vector<uint64_t> enabled;  // enabled_words words per step
  unsigned enabled_words = 1;
  std::vector<Unfinished> unfinished;
  size_t known = 0;
  uint64_t output_hash = 0;             // of standard output, where it is looked at
  uint64_t first_atoms = 0;             // which atoms are true before the first step (contract/atoms.h)
  uint64_t prefix_hash = 0;             // over the known steps, as the program went through them
  std::vector<uint32_t> library_calls;  // sites of calls of which it is not known what they do to memory, so far
  std::vector<SharedLocation> found;    // locations that it showed to be shared and that were no scheduling points

  std::span<const Footprint> inner_of(size_t i) const {
    uint32_t begin = i == 0 ? 0 : inner_end[i - 1];
    return {inner.data() + begin, inner_end[i] - begin};
  }
  std::span<const uint64_t> enabled_at(size_t i) const { return {enabled.data() + i * enabled_words, enabled_words}; }
};

// An order of schedules in which those that begin alike stand next to each other: what they have in common is executed and
// looked at once.
bool goes_before(std::span<const Step> a, std::span<const Step> b);

// By a finding: other threads could have gone on.
bool ends_early(Outcome outcome);

// Whether what a thread would have done next, had the execution not ended, competes with what was done: it waited for
// something that another took; or it was not asked to go on, where the execution ended because of that; or it would have
// ended the program.
bool competes(const Unfinished& thread, Outcome outcome);

class Target {
 public:
  virtual ~Target() = default;
  // Executes the requests in order into `results`, whose memory is used again. Returns how many: fewer than asked only
  // after an interruption.
  virtual size_t run(std::span<const Request> requests, std::span<const std::unique_ptr<Execution>> results) = 0;
  // The same, one after another, of requests in the order of goes_before: each result is there only while it is looked at, in
  // memory that serves for all.
  using Visitor = std::function<void(size_t index, Execution& execution)>;
  virtual size_t run_each(std::span<const Request> requests, const Visitor& visit);
  // Locations that are scheduling points from now on: those of before, and new ones behind them.
  virtual void share(std::span<const SharedLocation> locations) = 0;
};

}  // namespace selvage::explore
