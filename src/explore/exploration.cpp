#include "explore/exploration.h"

#include <algorithm>

namespace selvage::explore {

namespace {

// The very first schedule has no step: its branch is recognised by this thread number.
inline constexpr uint16_t kNoThread = UINT16_MAX;

void add_sleeper(std::vector<uint16_t>& sleepers, uint16_t thread, uint16_t own) {
  if (thread != own && std::ranges::find(sleepers, thread) == sleepers.end()) sleepers.push_back(thread);
}

}  // namespace

Exploration::Exploration(const Reduction& reduction)
    : reduction_(reduction), nodes_(1), current_(std::make_unique<WakeupNode>()) {
  current_->branch.thread = kNoThread;
  nodes_.back().explored.push_back(current_->branch);
}

Request Exploration::request_of(size_t depth, const WakeupNode& branch, size_t explored_before,
                                size_t pending_before) const {
  const Node& node = nodes_[depth];
  Request request;
  request.known = depth;
  request.steps.reserve(depth + 4);
  for (model::Position i = 0; i < depth; i++) request.steps.push_back({path_.thread(i), path_[i].alternative});
  if (branch.branch.thread == kNoThread) return request;
  for (const WakeupNode* at = &branch; at; at = at->children.empty() ? nullptr : at->children.front().get())
    request.steps.push_back({at->branch.thread, at->branch.alternative});
  if (!reduction_.uses_sleep_sets()) return request;
  uint16_t own = branch.branch.thread;
  for (const Branch& sleeper : node.sleep) add_sleeper(request.sleeping, sleeper.thread, own);
  for (size_t i = 0; i < explored_before; i++) add_sleeper(request.sleeping, node.explored[i].thread, own);
  for (size_t i = 0; i < pending_before; i++) add_sleeper(request.sleeping, node.pending[i]->branch.thread, own);
  return request;
}

void Exploration::jobs(size_t most, std::vector<Job>& result) {
  result.clear();
  auto ask = [&](WakeupNode& branch, size_t depth, size_t explored_before, size_t pending_before) {
    if (branch.ahead != WakeupNode::Ahead::No) return;
    branch.ahead = WakeupNode::Ahead::Asked;
    result.push_back({&branch, request_of(depth, branch, explored_before, pending_before)});
  };
  if (!current_ || most == 0) return;
  ask(*current_, nodes_.size() - 1, nodes_.back().explored.size() - 1, 0);
  for (size_t depth = nodes_.size(); depth-- > 0 && result.size() < most;)
    for (size_t i = 0; i < nodes_[depth].pending.size() && result.size() < most; i++)
      ask(*nodes_[depth].pending[i], depth, nodes_[depth].explored.size(), i);
}

void Exploration::deliver(WakeupNode& branch, std::unique_ptr<Execution> execution) {
  branch.ahead = WakeupNode::Ahead::Done;
  branch.execution = std::move(execution);
}

const Execution* Exploration::next() const { return current_ ? current_->execution.get() : nullptr; }

// Other outcomes of the same operation are branches of their own, to be taken before other threads' ones: then a
// sleeping thread is one all of whose outcomes have been seen to.
void Exploration::add_alternatives(Node& node, const model::Transition& step) {
  if (step.alternatives <= 1) return;
  auto own = [&](const Branch& branch) { return branch.thread == step.head.thread; };
  if (std::ranges::count_if(node.explored, own) > 1) return;
  ptrdiff_t at = 0;
  for (uint16_t alternative = 0; alternative < step.alternatives; alternative++) {
    if (alternative == step.alternative) continue;
    auto known = [&](const auto& pending) {
      return own(pending->branch) && pending->branch.alternative == alternative;
    };
    auto pending = std::ranges::find_if(node.pending, known);
    if (pending == node.pending.end()) {
      auto leaf = std::make_unique<WakeupNode>();
      leaf->branch = node.explored.back();
      leaf->branch.alternative = alternative;
      node.pending.insert(node.pending.begin() + at, std::move(leaf));
    } else {
      std::rotate(node.pending.begin() + at, pending, pending + 1);
    }
    at++;
  }
}

void Exploration::fall_asleep(const Node& parent, Node& child, const model::Transition& step) {
  auto position = static_cast<model::Position>(path_.size() - 1);
  auto consider = [&](const Branch& branch) {
    if (branch.thread == step.head.thread || branch.depends_on(path_, position)) return;
    // All outcomes of one operation make one sleeper.
    if (std::ranges::any_of(child.sleep, [&](const Branch& b) { return b.thread == branch.thread; })) return;
    child.sleep.push_back(branch);
  };
  std::ranges::for_each(parent.sleep, consider);
  std::for_each(parent.explored.begin(), parent.explored.end() - 1, consider);
}

void Exploration::follow(const Execution& execution, std::unique_ptr<WakeupNode> wakeup) {
  if (wakeup->branch.thread == kNoThread) {
    wakeup = nullptr;
    nodes_.back().explored.clear();
  }
  for (size_t i = 0; i < execution.steps.size(); i++) {
    const model::Transition& step = execution.steps[i];
    auto inner = execution.inner_of(i);
    path_.push(step, inner, execution.enabled_at(i), races_);
    nodes_.emplace_back();
    Node& node = nodes_[nodes_.size() - 2];
    Node& child = nodes_.back();
    // A step of the wakeup sequence has its place among the explored ones already.
    if (!wakeup) node.explored.push_back({step.head.thread, step.alternative, {}});
    Branch& taken = node.explored.back();
    taken.footprints.assign(1, step.head);
    taken.footprints.insert(taken.footprints.end(), inner.begin(), inner.end());
    if (reduction_.uses_sleep_sets()) fall_asleep(node, child, step);
    if (!wakeup || !reduction_.asks_for_outcomes()) add_alternatives(node, step);
    if (node.explored.size() == 1) reduction_.on_new_state(node, step.head.thread, execution.enabled_at(i));
    if (!wakeup) continue;
    WakeupForest rest = std::move(wakeup->children);
    wakeup = nullptr;
    if (rest.empty()) continue;
    wakeup = std::move(rest.front());
    rest.erase(rest.begin());
    child.pending = std::move(rest);
    child.explored.push_back(wakeup->branch);
  }
}

void Exploration::reverse_races(const Execution& execution) {
  auto reverse = [&] {
    for (const model::Race& race : races_) reduction_.on_race(nodes_[race.first], path_, race);
    counts_.races += races_.size();
    races_.clear();
    path_.forget_races();
  };
  reverse();
  // What a thread was waiting for when the execution ended also competes with what took it; and so does what sleeping
  // threads would have done, where the execution ended because of them.
  size_t length = path_.size();
  bool blocked = execution.outcome == Outcome::SleepBlocked;
  for (const Unfinished& thread : execution.unfinished) {
    if ((thread.enabled && !blocked) || thread.next.operation == Operation::None) continue;
    path_.push({thread.next, 0, 1, 0}, {}, {}, races_);
    reverse();
    path_.truncate(length);
  }
}

void Exploration::take_in() {
  taken_ = std::move(current_->execution);
  if (taken_->prefix_hash != path_.hash()) {
    went_another_way_ = true;
    return;
  }
  if (taken_->outcome == Outcome::ScheduleMismatch) {
    counts_.infeasible++;
    nodes_.back().explored.pop_back();
    current_ = nullptr;
    return;
  }
  size_t base = path_.size();
  follow(*taken_, std::move(current_));
  counts_.transitions += path_.size() - base;
  taken_->outcome == Outcome::SleepBlocked ? counts_.blocked++ : counts_.executions++;
  reverse_races(*taken_);
}

std::unique_ptr<Execution> Exploration::leave() {
  take_next_branch();
  return std::move(taken_);
}

void Exploration::take_next_branch() {
  while (!nodes_.empty() && nodes_.back().pending.empty()) nodes_.pop_back();
  if (nodes_.empty()) return;
  path_.truncate(nodes_.size() - 1);
  Node& node = nodes_.back();
  current_ = std::move(node.pending.front());
  node.pending.erase(node.pending.begin());
  node.explored.push_back(current_->branch);
}

}  // namespace selvage::explore
