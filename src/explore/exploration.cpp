#include "explore/exploration.h"

#include <algorithm>
#include <utility>

namespace selvage::explore {

namespace {

// The very first schedule has no step: its branch is recognised by this thread number.
inline constexpr uint16_t kNoThread = UINT16_MAX;

// Executions between two looks at how far the search is.
inline constexpr uint64_t kEstimateEvery = 16;

const WakeupNode& first_leaf(const WakeupNode& node) {
  const WakeupNode* leaf = &node;
  while (!leaf->children.empty()) leaf = leaf->children.front().get();
  return *leaf;
}
WakeupNode& first_leaf(WakeupNode& node) { return const_cast<WakeupNode&>(first_leaf(std::as_const(node))); }

// The way to the first leaf, without what branches off, and with what was executed ahead.
std::unique_ptr<WakeupNode> take_first_chain(WakeupNode& node, size_t& length) {
  auto copy = std::make_unique<WakeupNode>();
  copy->branch = node.branch;
  copy->asked = node.asked;
  copy->ahead = std::move(node.ahead);
  length++;
  if (!node.children.empty()) copy->children.push_back(take_first_chain(*node.children.front(), length));
  return copy;
}

// The announced operation tells all: nothing else is in the step, and it had no particular outcome.
bool speaks_for_itself(const Branch& branch) {
  constexpr uint8_t kOutcome = kEventFailed | kEventTimedOut | kEventSpurious | kEventTimed;
  auto footprints = branch.footprints.all();
  return footprints.size() == 1 && !(footprints.front().flags & kOutcome) &&
         footprints.front().operation != Operation::CondWake;
}

// Other threads could have gone on.
bool ends_early(Outcome outcome) {
  switch (outcome) {
    case Outcome::Assertion:
    case Outcome::Abort:
    case Outcome::Crash:
    case Outcome::Misuse:
    case Outcome::MemoryError:
    case Outcome::Killed:
    case Outcome::Stuck:
      return true;
    default:
      return false;
  }
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

Exploration::Exploration(Exploration& whole, size_t depth, size_t index)
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
  WakeupForest& pending = whole.nodes_[depth].pending;
  for (size_t i = 0; i < index; i++) last.explored.push_back(pending[i]->handout->first_step);
  current_ = take_first_chain(*pending[index], chain_length_);
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
  if (current_->handout) return Turn::Handout;
  return first_leaf(*current_).ahead ? Turn::Ahead : Turn::Execution;
}

// What the first step of a branch to the left really does: known once something behind it has been executed.
const Branch* Exploration::Asking::first_step(const WakeupNode& node, size_t depth, uint16_t& alternatives) {
  if (node.handout) {
    if (!node.handout->started.load(std::memory_order_acquire)) return nullptr;
    alternatives = node.handout->first_alternatives;
    return &node.handout->first_step;
  }
  const WakeupNode& leaf = first_leaf(node);
  if (!leaf.ahead) return nullptr;
  const Execution& execution = *leaf.ahead;
  size_t index = depth - execution.known;
  if (index >= execution.steps.size()) return nullptr;
  Branch& result = known.emplace_back();
  result.thread = execution.steps[index].head.thread;
  result.alternative = execution.steps[index].alternative;
  result.footprints.assign(execution.steps[index].head, execution.inner_of(index));
  alternatives = execution.steps[index].alternatives;
  return &result;
}

// Other outcomes of the operation that a thread is asked for are no reason for it to sleep.
void Exploration::Asking::write(Request& request) const {
  request.known = first_depth;
  request.steps = steps;
  request.sleeping.clear();
  request.footprints.clear();
  for (const auto& [branch, from] : sleepers) {
    if (steps[from].thread == branch->thread) continue;
    auto footprints = branch->footprints.all();
    if (speaks_for_itself(*branch)) footprints = {};
    request.sleeping.push_back({branch->thread, static_cast<uint16_t>(footprints.size()), from});
    request.footprints.insert(request.footprints.end(), footprints.begin(), footprints.end());
  }
}

// Asks for the leaves of a forest, in order, at most as many as there is room for.
size_t Exploration::ask(WakeupForest& forest, Asking& asking, std::span<Job> jobs) const {
  size_t count = 0;
  size_t depth = asking.steps.size(), sleepers = asking.sleepers.size();
  for (std::unique_ptr<WakeupNode>& node : forest) {
    if (count == jobs.size()) break;
    if (!node->handout && !node->asked) {
      asking.steps.push_back({node->branch.thread, node->branch.alternative});
      if (node->children.empty()) {
        node->asked = true;
        jobs[count].leaf = node.get();
        asking.write(jobs[count++].request);
      } else {
        count += ask(node->children, asking, jobs.subspan(count));
      }
      asking.steps.resize(depth);
    }
    if (!reduction_.uses_sleep_sets()) continue;
    // What lies further to the right depends on what this one does.
    uint16_t alternatives = 1;
    const Branch* step = asking.first_step(*node, depth, alternatives);
    if (!step || alternatives > 1) break;
    asking.sleepers.push_back({step, static_cast<uint32_t>(depth)});
  }
  asking.sleepers.resize(sleepers);
  return count;
}

size_t Exploration::requests(size_t most, std::span<Job> jobs) {
  jobs = jobs.first(std::min(most, jobs.size()));
  if (jobs.empty() || !current_) return 0;
  size_t last = node_count_ - 1;
  Asking& asking = asking_;
  asking.known.clear();
  asking.steps.clear();
  for (model::Position i = 0; i < last; i++) asking.steps.push_back({path_.thread(i), path_[i].alternative});
  auto lead_to = [&](size_t depth, size_t explored) {
    asking.first_depth = depth;
    asking.steps.resize(depth);
    asking.sleepers.clear();
    if (!reduction_.uses_sleep_sets()) return;
    auto from = static_cast<uint32_t>(depth);
    for (const Branch& sleeper : nodes_[depth].sleep) asking.sleepers.push_back({&sleeper, from});
    for (size_t i = 0; i < explored; i++) asking.sleepers.push_back({&nodes_[depth].explored[i], from});
  };
  size_t count = 0;
  if (!current_->handout) {
    if (current_->branch.thread == kNoThread) {
      if (current_->asked) return 0;
      current_->asked = true;
      jobs[0] = {current_.get(), {}};
      return 1;
    }
    lead_to(last, nodes_[last].explored.size() - 1);
    WakeupForest present;
    present.push_back(std::move(current_));
    count = ask(present, asking, jobs);
    current_ = std::move(present.front());
  }
  for (size_t depth = node_count_; depth-- > base_ && count < jobs.size();) {
    Node& node = nodes_[depth];
    if (node.pending.empty()) continue;
    size_t explored = node.explored.size();
    lead_to(depth, explored);
    // The last node's present branch is still to be executed.
    if (depth == last && reduction_.uses_sleep_sets()) {
      uint16_t alternatives = 1;
      const Branch* step = asking.first_step(*current_, depth, alternatives);
      if (!step || alternatives > 1) continue;
      asking.sleepers.back().first = step;
    }
    count += ask(node.pending, asking, jobs.subspan(count));
  }
  return count;
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

// An execution that was asked for when the path was shorter repeats steps that are on it now.
bool Exploration::matches_path(const Execution& execution) const {
  if (execution.prefix_hash != path_.hash_at(execution.known)) return false;
  uint64_t hash = execution.prefix_hash;
  for (size_t i = 0; i < path_.size() - execution.known && i < execution.steps.size(); i++) {
    const model::Transition& step = execution.steps[i];
    hash = hash_step(hash, step.head.thread, step.head.operation, step.alternatives, step.site, step.head.object);
  }
  return hash == path_.hash();
}

void Exploration::follow(const Execution& execution, size_t first, size_t steps, std::unique_ptr<WakeupNode> wakeup) {
  if (wakeup->branch.thread == kNoThread) {
    wakeup = nullptr;
    nodes_[node_count_ - 1].explored.clear();
  }
  for (size_t i = first; i < steps; i++) {
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
      // Also where a sequence asks for one outcome: a branch stands for all that its thread can do there.
      add_alternatives(node, step);
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

// What others would have done had the execution not been ended by a finding may be a finding of its own.
void Exploration::go_on_without_last_step(const Execution& execution) {
  if (path_.size() == 0 || !ends_early(execution.outcome)) return;
  uint16_t last = path_.thread(static_cast<model::Position>(path_.size() - 1));
  for (const Unfinished& thread : execution.unfinished) {
    if (!thread.enabled || thread.next.thread == last || thread.next.operation == Operation::ProcessExit) continue;
    proposal_.depth = path_.size() - 1;
    if (reduction_.propose(nodes_[proposal_.depth], thread.next, proposal_)) submit(proposal_);
  }
}

// A sequence could not be followed: it was taken for possible from what the operations did in another order. What it was
// to show may be found in another way from the same node, so that all threads are run from there.
void Exploration::expand(const Execution& execution) {
  size_t first = path_.size() - execution.known;
  std::vector<Footprint> next;
  for (size_t i = first; i < execution.steps.size(); i++) {
    const Footprint& head = execution.steps[i].head;
    if (std::ranges::none_of(next, [&](const Footprint& f) { return f.thread == head.thread; })) next.push_back(head);
  }
  size_t moved = next.size();
  for (const Unfinished& thread : execution.unfinished)
    if (std::ranges::none_of(next, [&](const Footprint& f) { return f.thread == thread.next.thread; }))
      next.push_back(thread.next);
  for (size_t i = 0; i < next.size(); i++) {
    // In the state before the sequence; those that moved in it could.
    bool enabled = i < moved;
    if (first < execution.steps.size()) {
      auto words = execution.enabled_at(first);
      enabled = next[i].thread / 64 < words.size() && ((words[next[i].thread / 64] >> (next[i].thread % 64)) & 1);
    } else {
      for (const Unfinished& thread : execution.unfinished)
        if (thread.next.thread == next[i].thread) enabled = thread.enabled;
    }
    if (!enabled) continue;
    proposal_.depth = path_.size();
    if (reduction_.propose(nodes_[proposal_.depth], next[i], proposal_)) submit(proposal_);
  }
}

void Exploration::take_in() {
  taken_ = std::move(first_leaf(*current_).ahead);
  const Execution& execution = *taken_;
  bool mismatch = execution.outcome == Outcome::ScheduleMismatch;
  if (!(mismatch ? execution.prefix_hash == path_.hash_at(execution.known) : matches_path(execution))) {
    went_another_way_ = true;
    return;
  }
  bool first_of_part = is_part_ && counts_.executions + counts_.blocked + counts_.infeasible == 0;
  if (mismatch) {
    counts_.infeasible++;
    infeasible_ = first_of_part;
    nodes_[node_count_ - 1].explored.pop_back();
    current_ = nullptr;
    expand(execution);
    return;
  }
  size_t before = path_.size();
  size_t first = before - execution.known;  // its first step that is not on the path yet
  if (first_of_part) {
    chain_length_ = std::min(chain_length_, execution.steps.size() - first);
    base_ = before + chain_length_;
    head_ = execution;
    head_first_ = first;
  }
  follow(execution, first, execution.steps.size(), std::move(current_));
  if (first_of_part) {
    handout_->first_step = nodes_[before].explored.back();
    handout_->first_alternatives = execution.steps.size() == first ? 1 : execution.steps[first].alternatives;
    handout_->started.store(true, std::memory_order_release);
  }
  counts_.transitions += path_.size() - before;
  execution.outcome == Outcome::SleepBlocked ? counts_.blocked++ : counts_.executions++;
  reverse_races(execution);
  go_on_without_last_step(execution);
  if ((counts_.executions + counts_.blocked) % kEstimateEvery == 1) share_done_ += share_of_path() * kEstimateEvery;
}

double Exploration::share_of_path() const {
  double share = weight_;
  for (size_t i = base_; i + 1 < node_count_; i++)
    share /= static_cast<double>(nodes_[i].explored.size() + nodes_[i].pending.size());
  return share;
}

std::unique_ptr<Execution> Exploration::leave() {
  take_next_branch();
  return std::move(taken_);
}

void Exploration::take_next_branch() {
  size_t least = is_part_ ? base_ : 0;
  while (node_count_ > least && nodes_[node_count_ - 1].pending.empty()) node_count_--;
  if (node_count_ <= least) return shrink();
  path_.truncate(node_count_ - 1);
  Node& node = nodes_[node_count_ - 1];
  current_ = std::move(node.pending.front());
  node.pending.erase(node.pending.begin());
  node.explored.push_back(current_->branch);
}

// A part that is over may wait for a long time to be adopted: it keeps only what is needed then.
void Exploration::shrink() {
  nodes_ = std::vector<Node>();
  node_count_ = 0;
  path_ = model::Path();
}

std::shared_ptr<Handout> Exploration::hand_out() {
  // The last node's present branch has not been executed yet.
  for (size_t depth = base_; depth + 1 < node_count_; depth++) {
    WakeupForest& pending = nodes_[depth].pending;
    for (size_t i = 0; i < pending.size(); i++) {
      Handout* left = pending[i]->handout.get();
      if (!left) {
        const WakeupNode& leaf = first_leaf(*pending[i]);
        if (leaf.asked && !leaf.ahead) break;
        return pending[i]->handout = std::make_shared<Handout>(*this, depth, i);
      }
      if (!left->started.load(std::memory_order_acquire)) break;
      if (left->first_alternatives > 1) break;
    }
  }
  return nullptr;
}

void Exploration::adopt() {
  std::shared_ptr<Handout> handout = std::move(current_->handout);
  Exploration& part = handout->exploration;
  counts_ += part.counts_;
  share_done_ += part.share_done_;
  // It could not be followed, or something ended it in its first execution.
  if (part.infeasible_ || !handout->started.load(std::memory_order_acquire)) {
    nodes_[node_count_ - 1].explored.pop_back();
    current_ = nullptr;
  } else {
    // Its races have been dealt with where it was explored.
    follow(part.head_, part.head_first_, part.head_first_ + part.chain_length_, std::move(current_));
    races_.clear();
    path_.forget_races();
  }
  for (Proposal& proposal : part.proposals_) submit(proposal);
  take_next_branch();
}

void Exploration::absorb() {
  std::shared_ptr<Handout> handout = std::move(current_->handout);
  Exploration& part = handout->exploration;
  if (!handout->started.load(std::memory_order_acquire)) {
    WakeupNode& leaf = first_leaf(*current_);
    WakeupNode& own = first_leaf(*part.current_);
    leaf.asked = own.ahead != nullptr;
    leaf.ahead = std::move(own.ahead);
    return;
  }
  counts_ += part.counts_;
  share_done_ += part.share_done_;
  follow(part.head_, part.head_first_, part.head_first_ + part.chain_length_, std::move(current_));
  races_.clear();
  path_.forget_races();
  node_count_--;  // the part has it, with what became of it
  for (size_t i = part.base_; i < part.node_count_; i++) {
    Node& node = push_node();
    std::swap(node, part.nodes_[i]);
  }
  path_ = std::move(part.path_);
  for (Proposal& proposal : part.proposals_) submit(proposal);
  current_ = std::move(part.current_);
}

void Exploration::take_back() {
  current_->handout = nullptr;
  WakeupNode& leaf = first_leaf(*current_);
  leaf.asked = false;
  leaf.ahead = nullptr;
}

void Exploration::for_each_handout(const std::function<void(Handout&)>& visit) const {
  if (current_ && current_->handout) visit(*current_->handout);
  for (size_t depth = node_count_; depth-- > base_;)
    for (const auto& node : nodes_[depth].pending)
      if (node->handout) visit(*node->handout);
}

}  // namespace selvage::explore
