#include "explore/asking.h"

namespace selvage::explore {

namespace {

// The announced operation tells all: nothing else is in the step, and it had no particular outcome.
bool speaks_for_itself(const Branch& branch) {
  constexpr uint8_t kOutcome = kEventFailed | kEventTimedOut | kEventSpurious | kEventTimed;
  auto footprints = branch.footprints.all();
  return footprints.size() == 1 && !(footprints.front().flags & kOutcome) &&
         footprints.front().operation != Operation::CondWake;
}

}  // namespace

WakeupNode& first_leaf(WakeupNode& node) {
  WakeupNode* leaf = &node;
  while (!leaf->is_leaf()) leaf = leaf->children.front().get();
  return *leaf;
}

void Asking::lead_along(const model::Path& path) {
  steps_.clear();
  first_steps_.clear();
  for (model::Position i = 0; i < path.size(); i++) steps_.push_back({path.thread(i), path[i].alternative});
}

void Asking::lead_to(size_t depth) {
  known_ = depth;
  steps_.resize(depth);
  sleepers_.clear();
}

void Asking::put_to_sleep(const Branch& branch) {
  sleepers_.push_back({&branch, static_cast<uint32_t>(steps_.size())});
}

void Asking::put_present_to_sleep(const model::Path& path) {
  put_to_sleep(first_steps_.emplace_back(path, static_cast<model::Position>(steps_.size())));
}

bool Asking::put_first_step_to_sleep(WakeupNode& node) {
  const WakeupNode& leaf = first_leaf(node);
  if (!leaf.ahead) {
    if (!node.branch.known || node.branch.alternatives > 1) return false;
    put_to_sleep(node.branch);
    return true;
  }
  const Execution& execution = *leaf.ahead;
  size_t index = steps_.size() - execution.known;
  if (index >= execution.steps.size() || execution.steps[index].alternatives > 1) return false;
  Branch& step = first_steps_.emplace_back();
  step.thread = execution.steps[index].head.thread;
  step.alternative = execution.steps[index].alternative;
  step.set_footprints(execution.steps[index].head, execution.inner_of(index));
  put_to_sleep(step);
  return true;
}

// Other outcomes of the operation that a thread is asked for are no reason for it to sleep.
void Asking::write(Request& request) const {
  request.known = known_;
  request.steps.assign(steps_.begin(), steps_.end());
  request.sleeping.clear();
  request.footprints.clear();
  for (const auto& [branch, from] : sleepers_) {
    if (steps_[from].thread == branch->thread) continue;
    auto footprints = branch->footprints.all();
    if (speaks_for_itself(*branch)) footprints = {};
    request.sleeping.push_back({branch->thread, static_cast<uint16_t>(footprints.size()), from});
    request.footprints.insert(request.footprints.end(), footprints.begin(), footprints.end());
  }
}

void Asking::ask_for_first(WakeupNode& leaf, Job& job) {
  leaf.unasked = 0;
  job.leaf = &leaf;
  job.request = {};
}

size_t Asking::ask(WakeupNode& node, std::span<Job> jobs) {
  if (node.unasked == 0 || jobs.empty()) return 0;
  steps_.push_back({node.branch.thread, node.branch.alternative});
  size_t count = 1;
  if (node.is_leaf()) {
    jobs[0].leaf = &node;
    write(jobs[0].request);
  } else {
    count = ask(node.children, jobs);
  }
  node.unasked -= static_cast<uint32_t>(count);
  steps_.pop_back();
  return count;
}

size_t Asking::ask(WakeupForest& forest, std::span<Job> jobs) {
  size_t count = 0, sleepers = sleepers_.size();
  uint32_t left = count_unasked(forest);
  for (std::unique_ptr<WakeupNode>& node : forest) {
    left -= node->unasked;
    count += ask(*node, jobs.subspan(count));
    if (count == jobs.size() || left == 0) break;
    // What lies further to the right depends on what this one does.
    if (uses_sleep_sets_ && !put_first_step_to_sleep(*node)) break;
  }
  sleepers_.resize(sleepers);
  return count;
}

}  // namespace selvage::explore
