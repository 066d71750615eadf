#include "explore/walker.h"

#include <algorithm>
#include <utility>

namespace selvage::explore {

namespace {

// Executions between two looks at how far the search is.
inline constexpr uint64_t kEstimateEvery = 16;
// Executions that wait for their turn take memory.
inline constexpr size_t kMostAhead = 512;

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

Walker::Walker(const Reduction& reduction, Frontier& frontier)
    : reduction_(reduction), frontier_(frontier), asking_(reduction.uses_sleep_sets()) {}

// The very first schedule has no step: its branch is recognised by its thread number.
void Walker::begin() {
  auto first = std::make_unique<WakeupNode>();
  first->branch.thread = kNoThread;
  make_present(std::move(first));
  push_node();
}

void Walker::make_present(std::unique_ptr<WakeupNode> branch) {
  current_ = std::move(branch);
  leaf_ = &first_leaf(*current_);
}

Node& Walker::push_node() {
  if (node_count_ == nodes_.size()) nodes_.emplace_back();
  Node& node = nodes_[node_count_++];
  node.clear();
  return node;
}

// Shared ones stay locked until close().
Node& Walker::shared_node(size_t depth) {
  if (!lock_.owns_lock()) lock_ = frontier_.lock();
  return *shared_[depth];
}

Place Walker::place(size_t depth) {
  const model::LockSets* locks = reduction_.uses_lock_sets() ? &locks_ : nullptr;
  if (is_own(depth)) return {nodes_[depth], nullptr, locks};
  return {shared_node(depth), depth < branches_.size() ? branches_[depth] : nullptr, locks};
}

// A shared node has got more branches.
void Walker::feed(Node& node) {
  frontier_.feed(static_cast<SharedNode&>(node));
  fed_frontier_ = true;
}

void Walker::close() {
  if (lock_.owns_lock()) lock_.unlock();
}

void Walker::cut_path(size_t length) {
  path_.truncate(length);
  locks_.truncate(std::min(locks_.size(), length));
  unchanged_ = std::min(unchanged_, length);
}

size_t Walker::unchanged_steps() { return std::exchange(unchanged_, path_.size()); }

Walker::Turn Walker::turn() const {
  if (!current_) return Turn::OutOfWork;
  return leaf_->ahead ? Turn::Ahead : Turn::Execution;
}

size_t Walker::requests(size_t most, std::span<Job> jobs) {
  jobs = jobs.first(std::min(most, jobs.size()));
  if (jobs.empty() || !current_) return 0;
  if (current_->branch.thread == kNoThread) {
    if (current_->unasked == 0) return 0;
    Asking::ask_for_first(*current_, jobs[0]);
    return 1;
  }
  bool sleep_sets = reduction_.uses_sleep_sets();
  size_t last = node_count_ - 1;
  asking_.lead_along(path_);
  asking_.lead_to(last);
  // A shared node's sleepers do not change.
  const Node& present = is_own(last) ? nodes_[last] : *shared_[last];
  if (sleep_sets) {
    for (const Branch* sleeper : present.sleep) asking_.put_to_sleep(*sleeper);
    for (const Branch* sleeper : left_) asking_.put_to_sleep(*sleeper);
  }
  size_t count = asking_.ask(*current_, jobs);
  if (is_own(last) && nodes_[last].unasked > 0 && (!sleep_sets || asking_.put_first_step_to_sleep(*current_))) {
    size_t more = asking_.ask(nodes_[last].pending, jobs.subspan(count));
    nodes_[last].unasked -= static_cast<uint32_t>(more);
    count += more;
  }
  for (size_t depth = last; depth-- > base_ && count < jobs.size() && asked_ahead_ + count < kMostAhead;) {
    Node& node = nodes_[depth];
    if (node.unasked == 0) continue;
    asking_.lead_to(depth);
    if (sleep_sets) {
      for (const Branch* sleeper : node.sleep) asking_.put_to_sleep(*sleeper);
      for (const auto& sleeper : node.explored) asking_.put_to_sleep(*sleeper);
      asking_.put_present_to_sleep(path_);
    }
    size_t more = asking_.ask(node.pending, jobs.subspan(count));
    node.unasked -= static_cast<uint32_t>(more);
    count += more;
  }
  asked_ahead_ += count;
  return count;
}

// Other outcomes of the same operation are branches of their own, to be taken before other threads' ones: then a
// sleeping thread is one all of whose outcomes have been seen to.
void Walker::add_alternatives(size_t depth, const model::Transition& step) {
  if (step.alternatives <= 1) return;
  Place here = place(depth);
  Node& node = here.node;
  auto own = [&](const Branch& branch) { return branch.thread == step.head.thread; };
  for (const auto& branch : node.explored)
    if (branch.get() != here.taken && own(*branch)) return;
  ptrdiff_t at = 0;
  for (uint16_t alternative = 0; alternative < step.alternatives; alternative++) {
    if (alternative == step.alternative) continue;
    Branch branch(path_, static_cast<model::Position>(depth));
    branch.alternative = alternative;
    branch.known = false;
    // Sequences that call for this outcome have to begin with it.
    std::unique_ptr<WakeupNode> pending = extract(node.pending, branch);
    node.pending.insert(node.pending.begin() + at++, std::move(pending));
  }
  node.may_rely_on_left = true;
  node.unasked = count_unasked(node.pending);
}

// A thread stays or falls asleep where none of its outcomes depends on what was executed: the path's last step.
void Walker::fall_asleep(const Node& parent, Node& child) {
  if (parent.sleep.empty() && left_.empty()) return;
  auto position = static_cast<model::Position>(path_.size() - 1);
  uint16_t thread = path_.thread(position);
  auto wakes = [&](const Branch* branch) { return branch->depends_on(path_, position); };
  auto consider = [&](const Branch* branch) {
    if (branch->thread == thread || wakes(branch)) return;
    auto other_outcome_wakes = [&](const Branch* other) {
      return other != branch && other->thread == branch->thread && wakes(other);
    };
    if (branch->alternatives > 1 &&
        (std::ranges::any_of(parent.sleep, other_outcome_wakes) || std::ranges::any_of(left_, other_outcome_wakes)))
      return;
    child.sleep.push_back(branch);
  };
  std::ranges::for_each(parent.sleep, consider);
  std::ranges::for_each(left_, consider);
}

// An execution that was asked for when the path was shorter repeats steps that are on it now.
bool Walker::matches_path(const Execution& execution) const {
  if (execution.prefix_hash != path_.hash_at(execution.known)) return false;
  uint64_t hash = execution.prefix_hash;
  for (size_t i = 0; i < path_.size() - execution.known && i < execution.steps.size(); i++) {
    const model::Transition& step = execution.steps[i];
    hash = hash_step(hash, step.head.thread, step.head.operation, step.alternatives, step.site, step.head.object);
  }
  return hash == path_.hash();
}

void Walker::follow(const Execution& execution, size_t first) {
  std::unique_ptr<WakeupNode> wakeup = std::move(current_);
  if (wakeup->branch.thread == kNoThread) wakeup = nullptr;
  bool sleep_sets = reduction_.uses_sleep_sets();
  for (size_t i = first; i < execution.steps.size(); i++) {
    const model::Transition& step = execution.steps[i];
    path_.push(step, execution.inner_of(i), execution.enabled_at(i), races_);
    size_t depth = node_count_ - 1;
    Node& own_child = push_node();
    Node& node = is_own(depth) ? nodes_[depth] : shared_node(depth);
    Node& child = is_own(depth + 1) ? own_child : shared_node(depth + 1);
    if (sleep_sets) fall_asleep(node, child);
    left_.clear();
    // Also where a sequence asks for one outcome: a branch stands for all that its thread can do there.
    add_alternatives(depth, step);
    if (is_own(depth)) {
      node.present = step.head.thread;
    } else {
      settle(depth);
    }
    if (node.explored.size() == (is_own(depth) ? 0 : 1)) reduction_.on_new_state(node, execution.enabled_at(i));
    if (!wakeup) continue;
    WakeupForest rest = std::move(wakeup->children);
    wakeup = nullptr;
    if (rest.empty()) continue;
    wakeup = std::move(rest.front());
    rest.erase(rest.begin());
    // A sequence that was taken from a shared node has left them there.
    if (rest.empty()) continue;
    child.pending = std::move(rest);
    child.may_rely_on_left = node.may_rely_on_left;
    child.unasked = count_unasked(child.pending);
  }
  // Something ended it within the sequence.
  if (starts_ && node_count_ <= base_) give_up_start();
  starts_ = false;
}

// What the branch that was taken from a shared node touches is known now: others may be begun behind it.
void Walker::settle(size_t depth) {
  Explored& branch = *branches_[depth];
  auto position = static_cast<model::Position>(depth);
  static_cast<Branch&>(branch) = Branch(path_, position);
  if (depth + 1 < shared_.size()) shared_[depth + 1]->take_step(path_, position);
  feed(*shared_[depth]);
}

// What was taken from a shared node could not be followed, or not from here on.
void Walker::give_up_start() {
  starts_ = false;
  size_t depth = node_count_ - 1;
  SharedNode& node = *shared_[depth];
  shared_node(depth);
  frontier_.drop(node, *branches_[depth]);
  node.visitors++;
  shared_.resize(depth + 1);
  branches_.resize(depth);
  way_.resize(depth + 1);
  base_ = depth + 1;
  feed(node);
}

void Walker::reverse_races(const Execution& execution) {
  auto reverse = [&] {
    if (reduction_.uses_lock_sets()) locks_.take_in(path_);
    for (const model::Race& race : races_) {
      fed_.clear();
      reduction_.reverse(place(race.first), path_, race, fed_);
      if (is_own(race.first)) continue;
      for (Node* node : fed_) feed(*node);
    }
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
    locks_.truncate(std::min(locks_.size(), length));
  }
}

void Walker::add(size_t depth, const Footprint& next) {
  Node& node = place(depth).node;
  if (reduction_.add(node, next) && !is_own(depth)) feed(node);
}

// What others would have done had the execution not been ended by a finding may be a finding of its own.
void Walker::go_on_without_last_step(const Execution& execution) {
  if (path_.size() == 0 || !ends_early(execution.outcome)) return;
  uint16_t last = path_.thread(static_cast<model::Position>(path_.size() - 1));
  for (const Unfinished& thread : execution.unfinished)
    if (thread.enabled && thread.next.thread != last && thread.next.operation != Operation::ProcessExit)
      add(path_.size() - 1, thread.next);
}

// Threads that could go round for ever could do something else as well.
void Walker::go_on_behind_livelock(const Execution& execution) {
  if (execution.outcome != Outcome::Livelock) return;
  for (const Unfinished& thread : execution.unfinished)
    if (thread.enabled) add(path_.size(), thread.next);
}

// A sequence could not be followed: it was taken for possible from what the operations did in another order. What it was
// to show may be found in another way from the same node, so that all threads are run from there.
void Walker::expand(const Execution& execution) {
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
    if (enabled) add(path_.size(), next[i]);
  }
}

void Walker::take_in() {
  taken_ = std::move(leaf_->ahead);
  if (asked_ahead_ > 0) asked_ahead_--;
  const Execution& execution = *taken_;
  bool mismatch = execution.outcome == Outcome::ScheduleMismatch;
  if (!(mismatch ? execution.prefix_hash == path_.hash_at(execution.known) : matches_path(execution))) {
    went_another_way_ = true;
    return;
  }
  if (mismatch) {
    counts_.infeasible++;
    current_ = nullptr;
    if (starts_) give_up_start();
    // It was taken to be asleep.
    Node& node = is_own(node_count_ - 1) ? nodes_[node_count_ - 1] : shared_node(node_count_ - 1);
    forget_executions(node.pending);
    node.unasked = count_unasked(node.pending);
    expand(execution);
    close();
    return;
  }
  size_t before = path_.size();
  follow(execution, before - execution.known);
  counts_.transitions += path_.size() - before;
  execution.outcome == Outcome::SleepBlocked ? counts_.blocked++ : counts_.executions++;
  reverse_races(execution);
  go_on_without_last_step(execution);
  go_on_behind_livelock(execution);
  close();
  if ((counts_.executions + counts_.blocked) % kEstimateEvery == 1) share_done_ += share_of_path() * kEstimateEvery;
}

double Walker::share_of_path() const {
  double share = weight_;
  for (size_t i = base_; i + 1 < node_count_; i++)
    share /= static_cast<double>(nodes_[i].explored.size() + nodes_[i].pending.size() + 1);
  return share;
}

std::unique_ptr<Execution> Walker::leave() {
  take_next_branch();
  return std::move(taken_);
}

void Walker::take_next_branch() {
  while (node_count_ > base_ && nodes_[node_count_ - 1].pending.empty()) node_count_--;
  if (node_count_ <= base_) return;
  size_t depth = node_count_ - 1;
  Node& node = nodes_[depth];
  if (path_.size() > depth)
    node.explored.push_back(std::make_unique<Explored>(path_, static_cast<model::Position>(depth)));
  cut_path(depth);
  node.present = kNoThread;
  left_.clear();
  for (const auto& branch : node.explored) left_.push_back(branch.get());
  make_present(std::move(node.pending.front()));
  node.pending.erase(node.pending.begin());
  node.unasked -= current_->unasked;
}

}  // namespace selvage::explore
