// Whether a finding that the search meets is one that the user has suppressed. It is decided in the midst of the search, so
// that the search can go on past it, and for each object and each call stack anew: the same lines may be reached from
// elsewhere and do the same wrong to something else, which no pattern matches.
#pragma once

#include <memory>
#include <mutex>
#include <optional>

#include "check/finding.h"
#include "cli/program/stack_table.h"
#include "cli/show/names.h"
#include "explore/target.h"
#include "model/path.h"
#include "report/suppressions.h"

namespace selvage::cli {

class SuppressionJudge {
 public:
  // Call it in a thread that outlives all others that ask: the symbolizer's process does not.
  SuppressionJudge(const report::Suppressions& suppressions, std::unique_ptr<Names> names);

  // Where the search puts the call stacks of its steps.
  StackTable& stacks() { return stacks_; }

  // The number of the pattern that matches. Any thread may ask.
  std::optional<size_t> pattern_of(const check::Finding& finding, const explore::Execution& execution);

 private:
  void add_site(report::Subject& subject, uint32_t site) const;
  void add_object(report::Subject& subject, uint64_t object);
  void add_stack(report::Subject& subject, const std::vector<uint64_t>& stack, bool is_by_signal);
  report::Subject subject_of(const check::Finding& finding, const explore::Execution& execution);

  const report::Suppressions& suppressions_;
  std::mutex mutex_;
  std::unique_ptr<Names> names_;
  StackTable stacks_;
};

// Throws Error (usage) that names the file and the line.
report::Suppressions read_suppressions(const std::vector<std::string>& files);

}  // namespace selvage::cli
