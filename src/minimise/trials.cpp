#include "minimise/trials.h"

#include <algorithm>

namespace selvage::minimise {
namespace {

constexpr size_t kLargestBatch = 512;
constexpr std::chrono::milliseconds kShortBatch{4}, kLongBatch{20};

size_t steps_needed(const check::Finding& finding, size_t all) {
  if (finding.step == model::kNone) return all;
  if (finding.other_step != model::kNone) return std::max(finding.step, finding.other_step) + 1;
  // A race with an access that a thread waits with shows where it has come to wait.
  return finding.kind == check::FindingKind::DataRace ? all : finding.step + 1;
}

// Of those that are equally small always the same one, so that what is shown does not depend on which was found first.
bool is_better(const Shown& one, const Shown& other) {
  if (one.size != other.size) return one.size < other.size;
  return std::ranges::lexicographical_compare(
      one.finding.schedule, other.finding.schedule, [](const Step& a, const Step& b) {
        return std::pair(a.thread, a.alternative) < std::pair(b.thread, b.alternative);
      });
}

}  // namespace

void Trials::share(std::vector<SharedLocation> locations) {
  shared_ = std::move(locations);
  found_.clear();
  path_.truncate(0);
  target_.share(shared_);
}

bool Trials::run(std::span<const std::vector<Step>> schedules, const Visitor& visit) {
  for (size_t begin = 0; begin < schedules.size();) {
    if (is_over()) return false;
    size_t count = std::min(batch_size_, schedules.size() - begin);
    requests_.resize(count);
    for (size_t i = 0; i < count; ++i) requests_[i].steps = schedules[begin + i];
    while (results_.size() < count) results_.push_back(std::make_unique<explore::Execution>());
    Clock::time_point now = Clock::now();
    size_t done = target_.run(requests_, std::span(results_).first(count));
    executions_ += done;
    for (size_t i = 0; i < done; ++i) examine(begin + i, *results_[i], visit);
    auto took = Clock::now() - now;
    if (took < kShortBatch && count == batch_size_) batch_size_ = std::min(batch_size_ * 2, kLargestBatch);
    if (took > kLongBatch) batch_size_ = std::max<size_t>(batch_size_ / 2, 1);
    if (done < count) stopped_ = true;
    begin += done;
  }
  return true;
}

void Trials::examine(size_t index, const explore::Execution& execution, const Visitor& visit) {
  if (execution.outcome == Outcome::ScheduleMismatch) return;
  // Every further one would have to be waited for, too.
  if (execution.outcome == Outcome::Stuck) stopped_ = true;
  for (SharedLocation location : execution.found)
    if (std::ranges::find(found_, location) == found_.end()) found_.push_back(location);
  follow(execution);
  std::vector<explore::Turn> turns = explore::turns_of(execution);
  std::optional<Shown> shown = judged(execution, turns);
  if (shown && (!best_ || is_better(*shown, *best_))) best_ = shown;
  if (visit) visit(index, {execution, path_, turns, shown ? &*shown : nullptr});
}

// The program is deterministic: what begins with the same steps has the same beginning.
void Trials::follow(const explore::Execution& execution) {
  size_t common = 0;
  while (common < std::min(path_.size(), execution.steps.size())) {
    auto position = static_cast<model::Position>(common);
    const model::Transition& step = execution.steps[common];
    if (path_.thread(position) != step.head.thread || path_[position].alternative != step.alternative) break;
    ++common;
  }
  path_.truncate(common);
  for (size_t i = common; i < execution.steps.size(); ++i)
    path_.push(execution.steps[i], execution.inner_of(i), execution.enabled_at(i), races_);
  races_.clear();
  path_.forget_races();
}

std::optional<Shown> Trials::judged(const explore::Execution& execution, std::span<const explore::Turn> turns) {
  std::optional<check::Finding> finding = judge_.look(path_, execution);
  if (!finding) return std::nullopt;
  size_t steps = steps_needed(*finding, execution.steps.size());
  finding->schedule.clear();
  for (size_t i = 0; i < steps; ++i)
    finding->schedule.push_back({execution.steps[i].head.thread, execution.steps[i].alternative});
  finding->shared_count = shared_.size();
  finding->is_cut = steps < execution.steps.size();
  finding->outcome = finding->is_cut ? Outcome::PrefixDone : execution.outcome;
  return Shown{std::move(*finding), size_of(turns.first(steps))};
}

}  // namespace selvage::minimise
