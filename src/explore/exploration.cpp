#include "explore/exploration.h"

#include <algorithm>

namespace selvage::explore {

namespace {

// The very first schedule has no step: its branch is recognised by this thread number.
inline constexpr uint16_t kNoThread = UINT16_MAX;

// Executions between two looks at how far the search is.
inline constexpr uint64_t kEstimateEvery = 16;

void add_sleeper(std::vector<uint16_t>& sleepers, uint16_t thread, uint16_t own) {
  if (thread != own && std::ranges::find(sleepers, thread) == sleepers.end()) sleepers.push_back(thread);
}

const WakeupNode* first_child(const WakeupNode& node) {
  return node.children.empty() ? nullptr : node.children.front().get();
}

// The way to the first leaf, without what branches off.
std::unique_ptr<WakeupNode> copy_first_chain(const WakeupNode& node, size_t& length) {
  auto copy = std::make_unique<WakeupNode>();
  copy->branch = node.branch;
  length++;
  if (const WakeupNode* child = first_child(node)) copy->children.push_back(copy_first_chain(*child, length));
  return copy;
}

}  // namespace

Counts& Counts::operator+=(const Counts& other) {
  executions += other.executions;
  blocked += other.blocked;
  infeasible += other.infeasible;
  transitions += other.transitions;
  races += other.races;
  return *this;
}

Exploration::Exploration(const Reduction& reduction) : reduction_(reduction), current_(std::make_unique<WakeupNode>()) {
  current_->branch.thread = kNoThread;
  push_node().explored.push_back(current_->branch);
}

Exploration::Exploration(const Exploration& whole, size_t depth, size_t index)
    : reduction_(whole.reduction_), is_part_(true) {
  path_.copy_beginning(whole.path_, depth);
  nodes_.reserve(whole.node_count_ + 8);
  double weight = whole.weight_;
  for (size_t i = 0; i <= depth; i++) {
    const Node& original = whole.nodes_[i];
    Node& node = push_node();
    node.sleep = original.sleep;
    node.explored = original.explored;
    if (whole.is_own(i)) weight /= static_cast<double>(original.explored.size() + original.pending.size());
  }
  weight_ = weight;
  Node& last = nodes_[depth];
  const WakeupForest& pending = whole.nodes_[depth].pending;
  for (size_t i = 0; i < index; i++) last.explored.push_back(pending[i]->handout->first_step);
  current_ = copy_first_chain(*pending[index], chain_length_);
  last.explored.push_back(current_->branch);
  base_ = depth + chain_length_;
}

Node& Exploration::push_node() {
  if (node_count_ == nodes_.size()) nodes_.emplace_back();
  Node& node = nodes_[node_count_++];
  node.clear();
  return node;
}

Exploration::Turn Exploration::turn() const {
  if (!current_) return Turn::Over;
  return current_->handout ? Turn::Handout : Turn::Execution;
}

void Exploration::request(Request& request) const {
  const Node& node = nodes_[node_count_ - 1];
  request.known = node_count_ - 1;
  request.steps.clear();
  request.sleeping.clear();
  for (model::Position i = 0; i < request.known; i++) request.steps.push_back({path_.thread(i), path_[i].alternative});
  uint16_t own = current_->branch.thread;
  if (own == kNoThread) return;
  for (const WakeupNode* at = current_.get(); at; at = first_child(*at))
    request.steps.push_back({at->branch.thread, at->branch.alternative});
  if (!reduction_.uses_sleep_sets()) return;
  for (const Branch& sleeper : node.sleep) add_sleeper(request.sleeping, sleeper.thread, own);
  for (const Branch& explored : node.explored) add_sleeper(request.sleeping, explored.thread, own);
}

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

// A thread stays or falls asleep where none of its outcomes depends on what was executed.
void Exploration::fall_asleep(const Node& parent, Node& child, const model::Transition& step) {
  auto position = static_cast<model::Position>(path_.size() - 1);
  std::span<const Branch> taken(parent.explored.data(), parent.explored.size() - 1);
  auto wakes = [&](const Branch& branch) { return branch.depends_on(path_, position); };
  auto consider = [&](const Branch& branch) {
    if (branch.thread == step.head.thread) return;
    auto same = [&](const Branch& other) { return other.thread == branch.thread; };
    if (std::ranges::any_of(child.sleep, same)) return;
    auto wakes_same = [&](const Branch& other) { return same(other) && wakes(other); };
    if (std::ranges::any_of(parent.sleep, wakes_same) || std::ranges::any_of(taken, wakes_same)) return;
    child.sleep.push_back(branch);
  };
  std::ranges::for_each(parent.sleep, consider);
  std::ranges::for_each(taken, consider);
}

void Exploration::follow(const Execution& execution, size_t steps, std::unique_ptr<WakeupNode> wakeup) {
  if (wakeup->branch.thread == kNoThread) {
    wakeup = nullptr;
    nodes_[node_count_ - 1].explored.clear();
  }
  for (size_t i = 0; i < steps; i++) {
    const model::Transition& step = execution.steps[i];
    auto inner = execution.inner_of(i);
    path_.push(step, inner, execution.enabled_at(i), races_);
    size_t depth = node_count_ - 1;
    Node& child = push_node();
    Node& node = nodes_[depth];
    // A step of the wakeup sequence has its place among the explored ones already.
    if (!wakeup) {
      node.explored.emplace_back();
      node.explored.back().thread = step.head.thread;
      node.explored.back().alternative = step.alternative;
    }
    node.explored.back().footprints.assign(step.head, inner);
    if (reduction_.uses_sleep_sets()) fall_asleep(node, child, step);
    if (is_own(depth)) {
      if (!wakeup || !reduction_.asks_for_outcomes()) add_alternatives(node, step);
      if (node.explored.size() == 1) reduction_.on_new_state(node, step.head.thread, execution.enabled_at(i));
    }
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

void Exploration::submit(Proposal& proposal) {
  Node& node = nodes_[proposal.depth];
  if (is_own(proposal.depth))
    reduction_.accept(node, proposal);
  else if (!reduction_.is_superfluous(node, proposals_, proposal))
    proposals_.push_back(proposal);
}

void Exploration::consider(const model::Race& race) {
  proposal_.depth = race.first;
  if (reduction_.propose(nodes_[race.first], path_, race, proposal_)) submit(proposal_);
}

void Exploration::reverse_races(const Execution& execution) {
  auto reverse = [&] {
    for (const model::Race& race : races_) consider(race);
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

void Exploration::take_in(const Execution& execution) {
  if (execution.prefix_hash != path_.hash()) {
    went_another_way_ = true;
    return;
  }
  bool first_of_part = is_part_ && counts_.executions + counts_.blocked + counts_.infeasible == 0;
  if (execution.outcome == Outcome::ScheduleMismatch) {
    counts_.infeasible++;
    infeasible_ = first_of_part;
    nodes_[node_count_ - 1].explored.pop_back();
    current_ = nullptr;
    return;
  }
  size_t before = path_.size();
  if (first_of_part) {
    chain_length_ = std::min(chain_length_, execution.steps.size());
    base_ = before + chain_length_;
    head_ = execution;
  }
  follow(execution, execution.steps.size(), std::move(current_));
  if (first_of_part) {
    handout_->first_step = nodes_[before].explored.back();
    handout_->first_alternatives = execution.steps.empty() ? 1 : execution.steps.front().alternatives;
    handout_->started.store(true, std::memory_order_release);
  }
  counts_.transitions += path_.size() - before;
  execution.outcome == Outcome::SleepBlocked ? counts_.blocked++ : counts_.executions++;
  reverse_races(execution);
  if ((counts_.executions + counts_.blocked) % kEstimateEvery == 1) share_done_ += share_of_path() * kEstimateEvery;
}

double Exploration::share_of_path() const {
  double share = weight_;
  for (size_t i = base_; i + 1 < node_count_; i++)
    share /= static_cast<double>(nodes_[i].explored.size() + nodes_[i].pending.size());
  return share;
}

void Exploration::leave() { take_next_branch(); }

void Exploration::take_next_branch() {
  size_t least = is_part_ ? base_ : 0;
  while (node_count_ > least && nodes_[node_count_ - 1].pending.empty()) node_count_--;
  if (node_count_ <= least) return;
  path_.truncate(node_count_ - 1);
  Node& node = nodes_[node_count_ - 1];
  current_ = std::move(node.pending.front());
  node.pending.erase(node.pending.begin());
  node.explored.push_back(current_->branch);
}

std::shared_ptr<Handout> Exploration::hand_out() {
  // The last node's present branch has not been executed yet.
  for (size_t depth = base_; depth + 1 < node_count_; depth++) {
    WakeupForest& pending = nodes_[depth].pending;
    for (size_t i = 0; i < pending.size(); i++) {
      Handout* left = pending[i]->handout.get();
      if (!left) return pending[i]->handout = std::make_shared<Handout>(*this, depth, i);
      if (!left->started.load(std::memory_order_acquire)) break;
      if (left->first_alternatives > 1 && !reduction_.asks_for_outcomes()) break;
    }
  }
  return nullptr;
}

void Exploration::adopt() {
  std::shared_ptr<Handout> handout = std::move(current_->handout);
  Exploration& part = handout->exploration;
  counts_ += part.counts_;
  share_done_ += part.share_done_;
  if (part.infeasible_) {
    nodes_[node_count_ - 1].explored.pop_back();
    current_ = nullptr;
  } else {
    // Its races have been dealt with where it was explored.
    follow(part.head_, part.chain_length_, std::move(current_));
    races_.clear();
    path_.forget_races();
  }
  for (Proposal& proposal : part.proposals_) submit(proposal);
  take_next_branch();
}

void Exploration::take_back() { current_->handout = nullptr; }

}  // namespace selvage::explore
