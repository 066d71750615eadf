#include "cli/check/minimising.h"

#include <algorithm>

#include "cli/program/explored_program.h"
#include "minimise/same_formula.h"
#include "target/error.h"

namespace selvage::cli {
namespace {

// The same lines may do the same wrong to several objects, some of which the user has suppressed.
class SameUnsuppressed final : public minimise::Judge {
 public:
  SameUnsuppressed(std::unique_ptr<minimise::Judge> same, SuppressionJudge* suppressions)
      : same_(std::move(same)), suppressions_(suppressions) {}

  std::optional<check::Finding> look(const model::Path& path, const explore::Execution& execution) override {
    std::optional<check::Finding> found = same_->look(path, execution);
    if (found && suppressions_ != nullptr && suppressions_->pattern_of(*found, execution)) return std::nullopt;
    return found;
  }

 private:
  std::unique_ptr<minimise::Judge> same_;
  SuppressionJudge* suppressions_;
};

bool is_same(const check::Finding& one, const check::Finding& other) {
  return std::ranges::equal(one.schedule, other.schedule, [](const Step& a, const Step& b) {
    return a.thread == b.thread && a.alternative == b.alternative;
  });
}

}  // namespace

std::unique_ptr<minimise::Judge> Minimising::judge_for(const check::Finding& finding) const {
  if (finding.kind == check::FindingKind::Temporal)
    return std::make_unique<minimise::SameFormula>(finding, temporal_[finding.identity - 1]);
  return std::make_unique<minimise::SameFinding>(finding);
}

bool Minimising::can_be_smaller(const check::Finding& finding) const {
  // Where a thread runs on for ever, every execution would have to be waited for.
  if (finding.schedule.empty() || finding.kind == check::FindingKind::Stuck || finding.kind == check::FindingKind::Flow)
    return false;
  if (finding.kind != check::FindingKind::Temporal) return true;
  // A way through the graph of states is the cheapest already. Where steps count, they are not to be exchanged.
  return !options_.explores_states() && finding.identity - 1 < temporal_.size() &&
         !temporal_[finding.identity - 1].counts_steps;
}

std::vector<std::optional<minimise::Result>> Minimising::minimise(const std::vector<check::Finding>& findings) {
  std::vector<std::optional<minimise::Result>> results;
  auto begin = minimise::Clock::now();
  // Findings have to be executed once more behind that.
  double given = std::min(options_.minimise_seconds, launcher_.limits().seconds_left() / 2);
  for (const check::Finding& finding : findings) {
    // What one does not need is for those that follow.
    double spent = std::chrono::duration<double>(minimise::Clock::now() - begin).count();
    double share = (given - spent) / static_cast<double>(findings.size() - results.size());
    results.push_back(minimise(finding, share));
  }
  return results;
}

std::optional<minimise::Result> Minimising::minimise(const check::Finding& finding, double seconds) {
  if (seconds <= 0 || !can_be_smaller(finding)) return std::nullopt;
  try {
    double patience = std::min(options_.watchdog_seconds, std::max(seconds, 1.0));
    auto program = launcher_.make_target(make_configuration(options_), patience);
    program->thread_paths().adopt(agreement_.paths());
    program->start();
    ExploredProgram target(*program, &agreement_, stacks_);
    SameUnsuppressed judge(judge_for(finding), suppressions_);
    minimise::Options options{.time = std::chrono::duration<double>(seconds), .shared = shared_};
    std::optional<minimise::Result> result = minimise::minimise(finding, target, judge, options);
    if (!result) return std::nullopt;
    shared_ = result->shared;
    bool is_other = result->smallest.size != result->original || !is_same(result->smallest.finding, finding);
    if (!is_other) return std::nullopt;
    // The search has seen it, whatever the order in which it is shown.
    result->smallest.finding.observed |= finding.observed;
    result->smallest.finding.execution = finding.execution;
    // It is about all of its steps.
    if (finding.kind == check::FindingKind::Temporal) result->smallest.finding.step = model::kNone;
    return result;
  } catch (const target::Error&) {
    // What the search found can be shown all the same.
    return std::nullopt;
  }
}

}  // namespace selvage::cli
