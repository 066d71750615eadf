// Looks for the smallest execution of the program that shows a finding, within a length of time.
#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "check/finding.h"
#include "check/temporal.h"
#include "cli/check/check_options.h"
#include "cli/check/suppression_judge.h"
#include "cli/program/program_launcher.h"
#include "cli/program/stack_table.h"
#include "cli/program/thread_agreement.h"
#include "minimise/minimise.h"

namespace selvage::cli {

class Minimising {
 public:
  // `shared`: what the search knew to be shared. Nothing is suppressed where the judge is null; the call stacks that it
  // looks at are in `stacks`. `temporal` outlives it.
  Minimising(ProgramLauncher& launcher, const CheckOptions& options, ThreadAgreement& agreement,
             SuppressionJudge* suppressions, StackTable* stacks, const std::vector<check::TemporalProperty>& temporal,
             std::vector<SharedLocation> shared)
      : launcher_(launcher),
        options_(options),
        agreement_(agreement),
        suppressions_(suppressions),
        stacks_(stacks),
        temporal_(temporal),
        shared_(std::move(shared)) {}

  // For each finding, empty: it cannot be made smaller, or not in the time that the user gives.
  std::vector<std::optional<minimise::Result>> minimise(const std::vector<check::Finding>& findings);

  // With what was met since behind it.
  const std::vector<SharedLocation>& shared() const { return shared_; }

 private:
  std::optional<minimise::Result> minimise(const check::Finding& finding, double seconds);
  std::unique_ptr<minimise::Judge> judge_for(const check::Finding& finding) const;
  bool can_be_smaller(const check::Finding& finding) const;

  ProgramLauncher& launcher_;
  const CheckOptions& options_;
  ThreadAgreement& agreement_;
  SuppressionJudge* suppressions_;
  StackTable* stacks_;
  const std::vector<check::TemporalProperty>& temporal_;
  std::vector<SharedLocation> shared_;
};

}  // namespace selvage::cli
