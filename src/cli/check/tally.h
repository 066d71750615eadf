// What a run has seen: how often each outcome, and every distinct finding once.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <unordered_map>
#include <vector>

#include "contract/channel.h"
#include "target/execution_view.h"

namespace selvage::cli {

struct Finding {
  std::string kind;    // published
  uint64_t execution;  // the first that showed it
  uint64_t count = 1;
  std::string message, file;
  uint32_t line = 0;
};

class Tally {
 public:
  static constexpr size_t kOutcomes = static_cast<size_t>(Outcome::Livelock) + 1;
  static constexpr size_t kMostFindings = 100;

  // Counts an execution. True if it shows a finding that none before showed; the caller then adds its
  // description.
  bool count(const target::ExecutionView& execution);
  void add(const target::ExecutionView& execution, Finding finding);

  uint64_t executions() const { return executions_; }
  uint64_t steps() const { return steps_; }
  uint64_t of(Outcome outcome) const { return outcomes_[static_cast<size_t>(outcome)]; }
  uint64_t failed_executions() const { return failed_; }
  const std::vector<Finding>& findings() const { return findings_; }
  // Why the first execution was cut off that something else than the number of steps cut off; empty: there was none.
  const std::string& cut_by() const { return cut_by_; }

 private:
  static uint64_t identity(const target::ExecutionView& execution);

  uint64_t executions_ = 0, steps_ = 0, failed_ = 0;
  std::array<uint64_t, kOutcomes> outcomes_{};
  std::string cut_by_;
  std::vector<Finding> findings_;  // in the order of their first appearance
  std::unordered_map<uint64_t, size_t> known_;
};

}  // namespace selvage::cli
