#include "minimise/minimise.h"

#include "minimise/linearise.h"
#include "minimise/merging.h"
#include "minimise/smallest_first.h"

namespace selvage::minimise {
namespace {

// Of the time, for changes to what was found, before others are looked at from the smallest on.
constexpr double kShareForChanges = 0.4;

std::vector<model::Position> steps_concerned(const check::Finding& finding, const model::Path& path) {
  std::vector<model::Position> steps;
  for (model::Position step : {finding.step, finding.other_step})
    if (step != model::kNone) steps.push_back(step);
  // How an execution ended is often the doing of its last step alone.
  if (steps.empty() && path.size() != 0) steps.push_back(static_cast<model::Position>(path.size() - 1));
  return steps;
}

// The smallest one in other words: without what it does not depend on, and with fewer switches.
void retell(Trials& trials) {
  if (!trials.best()) return;
  std::vector<std::vector<Step>> others;
  std::vector<Step> schedule = trials.best()->finding.schedule;
  trials.run({&schedule, 1}, [&](size_t, const Trial& trial) {
    if (trial.shown == nullptr) return;
    std::vector<bool> causes = causes_of(trial.path, steps_concerned(trial.shown->finding, trial.path));
    others = linearise(trial.path, causes);
    for (std::vector<Step>& whole : linearise(trial.path, std::vector<bool>(trial.path.size(), true)))
      others.push_back(std::move(whole));
  });
  trials.run(others);
}

}  // namespace

std::optional<Result> minimise(const check::Finding& finding, explore::Target& target, Judge& judge,
                               const Options& options) {
  Trials trials(target, judge);
  auto known = options.shared.begin() + static_cast<ptrdiff_t>(std::min(finding.shared_count, options.shared.size()));
  trials.share({options.shared.begin(), known});
  Size original;
  trials.run({&finding.schedule, 1}, [&](size_t, const Trial& trial) { original = size_of(trial.turns); });
  if (!trials.best()) return std::nullopt;

  auto time = std::chrono::duration_cast<Clock::duration>(options.time);
  Clock::time_point begin = Clock::now();
  trials.end_at(begin + std::chrono::duration_cast<Clock::duration>(options.time * kShareForChanges));
  retell(trials);
  merge_turns(trials);

  trials.end_at(begin + time);
  trials.share(options.shared);
  bool is_proved = SmallestFirst(trials).run();
  return Result{.original = original,
                .smallest = *trials.best(),
                .is_proved = is_proved,
                .shared = trials.shared(),
                .executions = trials.executions()};
}

}  // namespace selvage::minimise
