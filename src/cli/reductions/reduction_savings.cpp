#include "cli/reductions/reduction_savings.h"

#include <fmt/format.h>

#include <algorithm>

#include "cli/check/check_session.h"
#include "cli/interrupt.h"
#include "cli/text.h"

namespace selvage::cli {
namespace {

// How much more than the search itself one without a reduction may take; small searches may take some time all the same.
constexpr uint64_t kTimes = 10;
constexpr uint64_t kLeastExecutions = 100'000;
constexpr double kLeastSeconds = 2;

// It makes the relation of dependence smaller, and what threads come back to is told by the whole of it.
bool excludes_cycles(Reduction reduction) {
  return reduction == Reduction::CriticalSections || reduction == Reduction::PredictedExecutions ||
         reduction == Reduction::CommutingOperations || reduction == Reduction::UnreadWrites;
}

// Nothing in the executable that the reduction could go by.
std::string missing_ground(Reduction reduction, const CheckResult& result) {
  if (result.looks_for_cycles && excludes_cycles(reduction))
    return "it gave way: threads go round loops, and whether they come back depends on the order of all operations";
  switch (reduction) {
    case Reduction::CommutingOperations:
    case Reduction::UnreadWrites:
      return result.has_facts ? "" : "the executable says nothing about what its operations do";
    case Reduction::PredicateDependence:
      return result.has_facts ? "" : "the executable says nothing about what its accesses can influence";
    case Reduction::Symmetry:
      if (!result.has_facts) return "the executable does not say whether threads can find out which one they are";
      if (!result.has_anonymous_threads) return "threads may find out which one they are";
      return result.threads_told_apart ? "it gave way: whoever joins threads that are alike can tell them apart" : "";
    case Reduction::PredictedExecutions:
      return result.counts.predicted != 0 ? "" : "no execution followed from another";
    default:
      return "";
  }
}

// Threads that it leaves out.
std::string limit_of(Reduction reduction, const CheckResult& result) {
  if (reduction != Reduction::Symmetry) return "";
  const std::string own_blocks = "not for threads that are handed blocks of their own: ";
  if (!result.has_anonymous_blocks)
    return own_blocks + "they may get to know which one they have, or code that is not watched uses these";
  if (result.blocks_told_apart) return own_blocks + "others use one of these, or look at what became of it";
  if (result.differences_matter)
    return "not for threads that are handed blocks with different contents: somebody looks at what differs";
  return "";
}

std::string why_given_up(Reduction reduction, const CheckResult& result) {
  if (!result.unseen.empty()) return "what code does that the wrappers did not compile is not seen";
  switch (reduction) {
    case Reduction::PredicateDependence:
      return "executions that stand for others were stopped by what was not asked about";
    case Reduction::RaceFreeSubspaces:
      return fmt::format("it did not come to its end within {} executions", grouped(kRaceFreeTrial));
    case Reduction::CriticalSections:
      return "orders of critical sections were called for that the program could not follow";
    default:
      return "orders were called for that the program could not follow";
  }
}

std::string why_not(const CheckOptions& options, const CheckResult& result, Reduction reduction) {
  if (std::ranges::find(result.gave_up, reduction) != result.gave_up.end())
    return "it gave way: " + why_given_up(reduction, result);
  const std::vector<Reduction>& left_out = options.reductions.left_out;
  if (std::ranges::find(left_out, reduction) != left_out.end()) return "it was to be left out (--no-reduction)";
  if (std::string why = obstacle(options, reduction); !why.empty()) return why;
  if (!options.uses(reduction))
    return options.strategy ? "a strategy that is named is used as it is (--reduction adds to it)"
                            : "it was not asked for (--reduction)";
  if (result.single_threaded) return "the program has one thread";
  if (needs_optimal(reduction) && result.gave_way_to_source)
    return "it goes with strategy optimal, which gave way to source";
  return missing_ground(reduction, result);
}

std::string why_not_measured(const CheckOptions& options, const CheckResult& result) {
  if (result.end == explore::End::Complete) return "";
  if (result.verdict == Verdict::Bug && !options.keep_going)
    return "the search ended at its first finding (--keep-going goes on)";
  return "the search did not come to its end";
}

CheckOptions without(const CheckOptions& options, Reduction reduction, const CheckResult& result) {
  CheckOptions changed = options;
  std::erase(changed.reductions.named, reduction);
  changed.reductions.left_out.push_back(reduction);
  changed.checkpoint_file.clear();
  changed.resume_file.clear();
  changed.quiet = true;
  changed.max_executions = std::max(kTimes * result.executions(), kLeastExecutions);
  changed.max_seconds = std::max(static_cast<double>(kTimes) * result.seconds, kLeastSeconds);
  return changed;
}

std::string saving_text(const CheckResult& result, const ReductionUse& use) {
  if (!use.without) return "used; what it saved was not measured: " + use.why_not_measured;
  uint64_t saved = *use.without - std::min(*use.without, result.executions());
  if (saved == 0 && use.is_least) return "used; the search without it takes longer, and had not come as far";
  if (saved == 0) return "used; saved nothing here";
  return fmt::format("used; saved {}{}, without it there are {}{}", use.is_least ? "at least " : "",
                     counted(saved, "execution"), use.is_least ? "more than " : "", grouped(*use.without));
}

}  // namespace

std::string published_name(Reduction reduction) {
  std::string name = reduction_name(reduction);
  std::ranges::replace(name, '-', '_');
  return name;
}

std::vector<ReductionUse> reduction_uses(const CheckOptions& options, const CheckResult& result) {
  std::vector<ReductionUse> uses;
  for (int i = 0; i < static_cast<int>(Reduction::Count); ++i) {
    auto reduction = static_cast<Reduction>(i);
    ReductionUse use = {.reduction = reduction, .why_not = why_not(options, result, reduction)};
    if (use.is_used()) use.limit = limit_of(reduction, result);
    uses.push_back(std::move(use));
  }
  return uses;
}

void measure_savings(const CheckOptions& options, ProgramLauncher& launcher, CheckResult& result) {
  std::string obstacle = why_not_measured(options, result);
  for (ReductionUse& use : result.reductions) {
    if (!use.is_used()) continue;
    use.why_not_measured = interrupted() ? "the search was interrupted" : obstacle;
    if (!use.why_not_measured.empty()) continue;
    CheckOptions changed = without(options, use.reduction, result);
    CheckResult again;
    CheckSession(changed, launcher).count(again);
    use.without = again.executions();
    use.is_least = again.end != explore::End::Complete;
  }
}

std::vector<std::string> explained(const CheckResult& result) {
  std::vector<std::string> lines;
  for (const ReductionUse& use : result.reductions)
    lines.push_back(fmt::format("Reduction {}: {}{}.", reduction_name(use.reduction),
                                use.is_used() ? saving_text(result, use) : "not used: " + use.why_not,
                                use.limit.empty() ? "" : "; " + use.limit));
  return lines;
}

}  // namespace selvage::cli
