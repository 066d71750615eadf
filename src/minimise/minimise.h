// The smallest execution that shows a finding: the fewest preemptions, then the fewest switches, then the fewest steps.
#pragma once

#include <optional>
#include <vector>

#include "minimise/trials.h"

namespace selvage::minimise {

struct Options {
  std::chrono::duration<double> time{1};
  // Scheduling points that are known; those of the finding are the first `finding.shared_count` of them.
  std::vector<SharedLocation> shared = {};
};

struct Result {
  Size original;  // of the finding's own execution, from beginning to end
  Shown smallest;
  bool is_proved = false;  // there is no smaller one
  // As in the options, with those behind that minimising met.
  std::vector<SharedLocation> shared = {};
  uint64_t executions = 0;
};

// Empty: the target does not show the finding when it follows the finding's own schedule.
std::optional<Result> minimise(const check::Finding& finding, explore::Target& target, Judge& judge,
                               const Options& options);

}  // namespace selvage::minimise
