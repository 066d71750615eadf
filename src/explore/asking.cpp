#include "explore/asking.h"

namespace selvage::explore {

namespace {

// The announced operation tells all, unless it had a particular outcome.
bool speaks_for_itself(const Footprint& head) {
  constexpr uint8_t kOutcome = kEventFailed | kEventTimedOut | kEventSpurious | kEventTimed;
  return !(head.flags & kOutcome) && head.operation != Operation::CondWake;
}

}  // namespace

void Asking::lead_along(const model::Path& path) {
  steps_.clear();
  for (model::Position i = 0; i < path.size(); i++) steps_.push_back({path.thread(i), path[i].alternative});
}

void Asking::lead_to(size_t depth) {
  steps_.resize(depth);
  sleeping_.clear();
  footprints_.clear();
}

void Asking::put_to_sleep(const Footprint& head, std::span<const Footprint> inner) {
  if (!uses_sleep_sets_ || dependence::ends_program(head)) return;
  size_t before = footprints_.size();
  if (!inner.empty() || !speaks_for_itself(head)) {
    footprints_.push_back(head);
    footprints_.insert(footprints_.end(), inner.begin(), inner.end());
  }
  sleeping_.push_back(
      {head.thread, static_cast<uint16_t>(footprints_.size() - before), static_cast<uint32_t>(steps_.size())});
}

// False: what comes later has to wait until the branch is explored. It could not be followed, or there are other outcomes
// of its step, which will be put before that.
bool Asking::put_first_step_to_sleep(const Execution& execution) {
  if (execution.outcome == Outcome::ScheduleMismatch || execution.steps.empty()) return false;
  if (execution.steps.front().alternatives > 1) return false;
  put_to_sleep(execution.steps.front().head, execution.inner_of(0));
  return true;
}

// Other outcomes of the operation that a thread is asked for are no reason for it to sleep.
void Asking::ask(Pending& branch, Job& job) const {
  job.branch = &branch;
  Request& request = job.request;
  request.known = steps_.size();
  request.steps.assign(steps_.begin(), steps_.end());
  if (branch.step.thread != kNoThread) request.steps.push_back(branch.step);
  request.sleeping.clear();
  request.footprints.clear();
  auto footprint = footprints_.begin();
  for (const Sleeper& sleeper : sleeping_) {
    auto first = footprint;
    footprint += sleeper.footprint_count;
    if (sleeper.thread == branch.step.thread) continue;
    request.sleeping.push_back(sleeper);
    request.footprints.insert(request.footprints.end(), first, footprint);
  }
}

size_t Asking::ask(std::span<Pending> branches, std::span<Job> jobs) {
  size_t count = 0;
  for (Pending& branch : branches) {
    if (count == jobs.size()) break;
    if (!branch.ahead) ask(branch, jobs[count++]);
    if (uses_sleep_sets_ && (!branch.ahead || !put_first_step_to_sleep(*branch.ahead))) break;
  }
  return count;
}

}  // namespace selvage::explore
