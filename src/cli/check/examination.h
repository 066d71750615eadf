// Looks at one execution after the other: counts how they ended, and collects what went wrong.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <set>
#include <vector>

#include "check/checker.h"
#include "check/temporal.h"
#include "cli/check/cut_loop.h"
#include "cli/check/suppression_judge.h"
#include "explore/target.h"
#include "flow/collector.h"
#include "model/path.h"

namespace selvage::cli {

// What the executions looked at so far have in sum.
struct ExaminationCounts {
  static constexpr size_t kOutcomes = static_cast<size_t>(Outcome::Livelock) + 1;

  uint64_t executions = 0;
  uint64_t predicted = 0;    // that were looked at without having been executed
  uint64_t transitions = 0;  // all of them, also those that several executions share
  uint64_t threads = 1;      // most in one execution
  std::array<uint64_t, kOutcomes> outcomes{};
  uint64_t narrowed = 0;  // executions in which __VERIFIER_nondet_* chose from fewer values than its type has
  uint64_t strikes = 0;   // signals and cancellations that may have reached a thread at another moment, too
  std::vector<uint32_t> library_calls;  // sites of calls of which it is not known what they do to memory; ascending

  uint64_t of(Outcome outcome) const { return outcomes[static_cast<size_t>(outcome)]; }
  ExaminationCounts& operator+=(const ExaminationCounts& other);
  void add_library_calls(const std::vector<uint32_t>& sites);
};

// A finding that does not count.
struct SuppressedFinding {
  check::Finding finding;
  uint32_t pattern = 0;  // the number of the suppression that matches
};

// Is told of findings at once; by any thread.
class FindingSink {
 public:
  virtual ~FindingSink() = default;
  virtual void on_finding(const check::Finding& finding) = 0;
};

class Examination {
 public:
  // `judge` may be null: nothing is suppressed.
  // `temporal` outlives it.
  Examination(check::PropertySet properties, bool keep_going, SuppressionJudge* judge = nullptr,
              const std::vector<check::TemporalProperty>* temporal = nullptr,
              std::optional<flow::Collector> flow = std::nullopt)
      : properties_(properties),
        checker_(properties, judge != nullptr),
        keep_going_(keep_going),
        judge_(judge),
        temporal_properties_(temporal),
        flow_(std::move(flow)) {
    if (temporal != nullptr && !temporal->empty()) temporal_.emplace(*temporal);
  }

  // The path's first `known` steps agree with those of the last call. False: nothing more needs to be looked at.
  bool examine(const model::Path& path, size_t known, const explore::Execution& execution);
  // Counts begin at zero, with so many shared locations as scheduling points; what was found stays found.
  void start_over(size_t shared_count);
  // The same without counting anew.
  void go_on_with(size_t shared_count) { shared_count_ = shared_count; }
  // From now on; null: nobody.
  void tell(FindingSink* sink) { sink_ = sink; }
  // What an earlier search found stays found.
  void resume(const ExaminationCounts& counts, std::vector<check::Finding> findings,
              std::vector<SuppressedFinding> suppressed, size_t shared_count);
  // What was seen elsewhere besides counts and findings.
  void note(const std::set<uint32_t>& endless_loops, const std::optional<std::vector<Step>>& unmodelled);
  // A finding that no path shows.
  void add(check::Finding finding);

  // One for executions that are looked at elsewhere; and what it has seen since it was last joined put behind what this
  // one has.
  Examination split() const;
  void join(Examination& part);

  const ExaminationCounts& counts() const { return counts_; }
  const std::optional<flow::Collector>& flow() const { return flow_; }
  const std::vector<check::Finding>& findings() const { return findings_; }
  // The same one.
  bool has(const check::Finding& finding) const;
  bool has(const SuppressedFinding& suppressed) const;
  // One for each finding and each pattern that matched it.
  const std::vector<SuppressedFinding>& suppressed() const { return suppressed_; }
  // Loops that executions were in when they were cut off.
  const std::set<uint32_t>& endless_loops() const { return endless_loops_; }
  const CutLoops& cut_loops() const { return cut_loops_; }
  // The schedule of an execution that called something unmodelled: it ended the examination.
  const std::optional<std::vector<Step>>& unmodelled() const { return unmodelled_; }

 private:
  void count(const model::Path& path, const explore::Execution& execution);
  void add_suppressed(SuppressedFinding suppressed);

  check::PropertySet properties_;
  check::Checker checker_;
  bool keep_going_;
  SuppressionJudge* judge_;
  FindingSink* sink_ = nullptr;
  const std::vector<check::TemporalProperty>* temporal_properties_;
  std::optional<check::TemporalWatch> temporal_;
  std::optional<flow::Collector> flow_;  // what executions show, for information flow
  size_t shared_count_ = 0;
  size_t unexamined_from_ = SIZE_MAX;  // step from which on the last path was not examined
  uint64_t number_ = 0;                // of the execution, also over restarts
  ExaminationCounts counts_;
  std::vector<check::Finding> findings_, found_now_;
  std::vector<SuppressedFinding> suppressed_;
  std::set<uint32_t> endless_loops_;
  CutLoops cut_loops_;
  std::optional<std::vector<Step>> unmodelled_;
};

}  // namespace selvage::cli
