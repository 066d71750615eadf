#include "explore/walker.h"

#include <algorithm>
#include <optional>

#include "explore/struck_waits.h"

namespace selvage::explore {

namespace {

// Executions that wait for their turn take memory.
inline constexpr size_t kMostAhead = 512;

}  // namespace

Walker::Walker(const Reduction& reduction, Frontier& frontier)
    : reduction_(reduction), frontier_(frontier), asking_(reduction.uses_sleep_sets()) {
  if (reduction.foresight()) race_free_end_.emplace(*reduction.foresight());
}

void Walker::begin() {
  current_ = Pending{{kNoThread, 0}, nullptr};
  push_node();
}

Node& Walker::push_node() {
  if (node_count_ == nodes_.size()) nodes_.emplace_back();
  Node& node = nodes_[node_count_++];
  node.clear();
  return node;
}

Node& Walker::open(size_t depth) {
  if (is_own(depth)) return nodes_[depth];
  if (!lock_.owns_lock()) lock_ = frontier_.lock();
  return *shared_[depth];
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
  return current_->ahead ? Turn::Ahead : Turn::Execution;
}

size_t Walker::requests(size_t most, std::span<Job> jobs) {
  jobs = jobs.first(std::min(most, jobs.size()));
  if (jobs.empty()) return 0;
  size_t last = node_count_ - 1;
  asking_.lead_along(path_);
  asking_.lead_to(last);
  // A shared node's sleepers do not change.
  const Node& present = is_own(last) ? nodes_[last] : *shared_[last];
  for (const Branch* sleeper : present.sleep) asking_.put_to_sleep(sleeper->footprints.all());
  for (const Branch* sleeper : left_) asking_.put_to_sleep(sleeper->footprints.all());
  asking_.ask(*current_, jobs[0]);
  size_t count = 1;
  // What comes after it has to wait for it where there are sleep sets.
  if (is_own(last) && !reduction_.uses_sleep_sets()) count += asking_.ask(nodes_[last].pending, jobs.subspan(count));
  for (size_t depth = last; depth-- > base_ && count < jobs.size() && asked_ahead_ + count < kMostAhead;) {
    Node& node = nodes_[depth];
    if (node.pending.empty() || node.pending.back().ahead) continue;
    asking_.lead_to(depth);
    for (const Branch* sleeper : node.sleep) asking_.put_to_sleep(sleeper->footprints.all());
    for (const auto& sleeper : node.explored) asking_.put_to_sleep(sleeper->footprints.all());
    asking_.put_to_sleep(path_.footprints(static_cast<model::Position>(depth)));
    count += asking_.ask(node.pending, jobs.subspan(count));
  }
  asked_ahead_ += count;
  return count;
}

// Other outcomes of the same operation are branches of their own, to be taken before other threads' ones: then a
// sleeping thread is one all of whose outcomes have been seen to.
void Walker::add_alternatives(Node& node, const model::Transition& step) {
  uint16_t thread = step.head.thread;
  if (step.alternatives <= 1 || std::ranges::any_of(node.explored, [&](auto& b) { return b->thread == thread; }))
    return;
  std::vector<Pending> others;
  for (uint16_t alternative = 0; alternative < step.alternatives; alternative++)
    if (alternative != step.alternative) others.push_back({{thread, alternative}, nullptr});
  node.pending.insert(node.pending.begin(), std::move_iterator(others.begin()), std::move_iterator(others.end()));
}

// A thread stays or falls asleep where none of its outcomes depends on what was executed: the path's last step. Who ends the
// program does not: executions that end at once cover none in which others go on before.
void Walker::fall_asleep(const Node& parent, Node& child) {
  if (parent.sleep.empty() && left_.empty()) return;
  auto position = static_cast<model::Position>(path_.size() - 1);
  uint16_t thread = path_.thread(position);
  auto wakes = [&](const Branch* branch) { return branch->depends_on(path_, position); };
  auto consider = [&](const Branch* branch) {
    if (branch->thread == thread || branch->ends_program() || wakes(branch)) return;
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

void Walker::follow(const Execution& execution) {
  for (size_t i = 0; i < execution.steps.size(); i++) {
    const model::Transition& step = execution.steps[i];
    path_.push(step, execution.inner_of(i), execution.enabled_at(i), races_);
    size_t depth = node_count_ - 1;
    Node& child = push_node();
    Node& node = open(depth);
    if (reduction_.uses_sleep_sets()) fall_asleep(node, child);
    left_.clear();
    add_alternatives(node, step);
    if (!node.has_branch(step.head.thread)) node.threads.push_back(step.head.thread);
    if (node.explored.empty()) reduction_.on_new_state(node, execution.enabled_at(i));
    if (is_own(depth)) continue;
    node.explored.push_back(std::make_unique<Branch>(path_, static_cast<model::Position>(depth)));
    branch_ = node.explored.back().get();
  }
}

void Walker::reverse_found_races() {
  if (reduction_.uses_lock_sets()) locks_.take_in(path_);
  for (const model::Race& race : races_) {
    if (reduction_.uses_lock_sets() && !locks_.may_be_co_enabled(race.first, race.second)) continue;
    if (reduction_.reverse(open(race.first), path_, race)) fed_frontier_ |= !is_own(race.first);
  }
  counts_.races += races_.size();
  races_.clear();
  path_.forget_races();
}

// Before its finding, the step that ended the execution released the lock that the thread waited for. So the thread could not have
// gone on in place of that step; it competes with the step that acquired the lock.
bool Walker::was_let_go_on_by_end(const Execution& execution, const Unfinished& thread) const {
  if (path_.size() == 0 || !ends_early(execution.outcome) || !thread.enabled) return false;
  return thread.next.operation != Operation::None &&
         !path_.was_enabled(static_cast<model::Position>(path_.size() - 1), thread.next.thread);
}

void Walker::reverse_races(const Execution& execution) {
  reverse_found_races();
  size_t length = path_.size();
  for (const Unfinished& thread : execution.unfinished) {
    if (!competes(thread, execution.outcome) && !was_let_go_on_by_end(execution, thread)) continue;
    path_.push({thread.next, 0, 1, 0}, {}, {}, races_);
    reverse_found_races();
    path_.truncate(length);
    locks_.truncate(std::min(locks_.size(), length));
  }
}

// The wait is put where the strike is, and the path brought back to the execution behind it.
void Walker::reverse_hidden_waits(const Execution& execution) {
  size_t first = path_.size() - execution.steps.size();
  for (size_t i = 0; path_.has_strikes() && i < execution.steps.size(); i++) {
    size_t strike = first + i;
    std::optional<Footprint> wait = hidden_wait(path_, static_cast<model::Position>(strike));
    if (!wait) continue;
    path_.truncate(strike);
    locks_.truncate(std::min(locks_.size(), strike));
    path_.push({*wait, 0, 1, 0}, {}, {}, races_);
    reverse_found_races();
    path_.truncate(strike);
    locks_.truncate(std::min(locks_.size(), strike));
    for (size_t k = i; k < execution.steps.size(); k++)
      path_.push(execution.steps[k], execution.inner_of(k), execution.enabled_at(k), races_);
    races_.clear();
    path_.forget_races();
  }
}

void Walker::leave_out_race_free_end(const Execution& execution, model::Position first_new) {
  if (execution.outcome != Outcome::Completed || !execution.unfinished.empty() || path_.has_strikes()) return;
  locks_.take_in(path_);
  model::Position end = race_free_end_->find(path_, locks_, first_new);
  std::erase_if(races_, [&](const model::Race& race) { return race.second >= end; });
  for (size_t depth = std::max<size_t>(end, first_new + 1); depth < node_count_; depth++) nodes_[depth].pending.clear();
  race_free_end_->for_each_overtaking([&](model::Position position, uint16_t thread) {
    if (!path_.was_enabled(position, thread)) return false;
    Node& node = open(position);
    if (node.is_asleep(thread)) return false;
    if (node.add(thread)) fed_frontier_ |= !is_own(position);
    return true;
  });
}

void Walker::add(size_t depth, uint16_t thread) {
  if (open(depth).add(thread)) fed_frontier_ |= !is_own(depth);
}

// What others would have done had the execution not been ended by a finding may be a finding of its own.
void Walker::go_on_without_last_step(const Execution& execution) {
  if (path_.size() == 0 || !ends_early(execution.outcome)) return;
  uint16_t last = path_.thread(static_cast<model::Position>(path_.size() - 1));
  for (const Unfinished& thread : execution.unfinished)
    if (thread.enabled && thread.next.thread != last && !was_let_go_on_by_end(execution, thread))
      add(path_.size() - 1, thread.next.thread);
}

// Threads that could go round for ever could do something else as well.
void Walker::go_on_behind_livelock(const Execution& execution) {
  if (execution.outcome != Outcome::Livelock) return;
  for (const Unfinished& thread : execution.unfinished)
    if (thread.enabled) add(path_.size(), thread.next.thread);
}

// A step could not be followed: it was taken for possible from what the operations did in another order. What it was to
// show may be found in another way from the same node, so that all threads are run from there.
void Walker::expand(const Execution& execution) {
  if (execution.steps.empty()) {
    for (const Unfinished& thread : execution.unfinished)
      if (thread.enabled) add(path_.size(), thread.next.thread);
    return;
  }
  auto enabled = execution.enabled_at(0);
  for (unsigned thread = 0; thread < enabled.size() * 64; thread++)
    if ((enabled[thread / 64] >> (thread % 64)) & 1) add(path_.size(), static_cast<uint16_t>(thread));
}

void Walker::take_in() {
  taken_ = std::move(current_->ahead);
  if (asked_ahead_ > 0) asked_ahead_--;
  const Execution& execution = *taken_;
  if (execution.prefix_hash != path_.hash()) {
    went_another_way_ = true;
    return;
  }
  if (is_beginning()) {
    open(node_count_ - 1);
    shared_.back()->beginners--;
    fed_frontier_ = true;
  }
  current_.reset();
  if (execution.outcome == Outcome::ScheduleMismatch) {
    counts_.infeasible++;
    expand(execution);
    close();
    return;
  }
  size_t before = path_.size();
  follow(execution);
  counts_.transitions += path_.size() - before;
  execution.outcome == Outcome::SleepBlocked ? counts_.blocked++ : counts_.executions++;
  if (race_free_end_) leave_out_race_free_end(execution, static_cast<model::Position>(before));
  reverse_races(execution);
  reverse_hidden_waits(execution);
  go_on_without_last_step(execution);
  go_on_behind_livelock(execution);
  close();
}

double Walker::present_share() const {
  double share = 0, rest = weight_;
  for (size_t i = base_; i < node_count_; i++) {
    auto explored = static_cast<double>(nodes_[i].explored.size());
    rest /= explored + static_cast<double>(nodes_[i].pending.size()) + 1;
    share += rest * explored;
  }
  return share;
}

std::unique_ptr<Execution> Walker::leave() {
  take_next_branch();
  if (node_count_ <= base_) share_left_ += weight_;
  return std::move(taken_);
}

void Walker::take_next_branch() {
  while (node_count_ > base_ && nodes_[node_count_ - 1].pending.empty()) node_count_--;
  if (node_count_ <= base_) return;
  size_t depth = node_count_ - 1;
  Node& node = nodes_[depth];
  if (path_.size() > depth)
    node.explored.push_back(std::make_unique<Branch>(path_, static_cast<model::Position>(depth)));
  cut_path(depth);
  take_first_branch(node);
}

void Walker::take_first_branch(Node& node) {
  left_.clear();
  for (const auto& branch : node.explored) left_.push_back(branch.get());
  current_ = node.take_first();
}

}  // namespace selvage::explore
