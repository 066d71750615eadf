#include "explore/descent.h"

#include <algorithm>

#include "model/roles.h"

namespace selvage::explore {

using model::kNone;
using model::Position;
using model::Race;

void Descent::begin(const model::Path& path, const Execution& execution, Task& task, std::vector<Task>& children) {
  path_ = &path;
  execution_ = &execution;
  task_ = &task;
  children_ = &children;
  length_ = static_cast<Position>(path.size());
  for (Reversal& reversal : task.reversals) {
    if (reversal.resumed != kNone || reversal.overtaken == Reversal::kNobody) continue;
    for (Position i = reversal.head + 1; i < length_ && reversal.resumed == kNone; i++)
      if (path.thread(i) == reversal.overtaken) reversal.resumed = i;
  }
}

// The first execution with this race and this past of its second step: whatever in it is not by default is needed for that
// step. And what is overtaken was taken by default: the order of two that were both called for is seen to elsewhere.
bool Descent::is_parent_of(const Race& race) const {
  if ((*path_)[race.second].alternative != 0) return false;
  for (size_t i = task_->reversals.size(); i-- > 0;) {
    const Reversal& reversal = task_->reversals[i];
    if (reversal.head < race.first) return true;
    if (reversal.begin <= race.first) return false;
    if (reversal.head == race.second) continue;
    if (reversal.head > race.second || !path_->precedes_reversed(reversal.head, race)) return false;
  }
  return true;
}

void Descent::collect_sequence(const Race& race) {
  sequence_.clear();
  for (Position k = race.first + 1; k < race.second; k++)
    if (path_->precedes_reversed(k, race)) sequence_.push_back(k);
  sequence_.push_back(race.second);
}

// In the child's order.
bool Descent::comes_after(Position earlier, Position later, const Race& race) const {
  if (later != race.second) return path_->happens_before(earlier, later);
  uint16_t thread = path_->thread(later);
  auto leads_there = [&](Position k) {
    if (k != earlier && !path_->happens_before(earlier, k)) return false;
    return path_->thread(k) == thread ||
           (model::may_depend(path_->marks(k), path_->marks(later)) && path_->dependent(k, later));
  };
  for (Position k = earlier; k < race.first; k++)
    if (leads_there(k)) return true;
  return std::any_of(sequence_.begin(), sequence_.end() - 1, leads_there);
}

bool Descent::depends_on_overtaken(const Reversal& reversal, Position position, Position from) const {
  Position step = reversal.resumed;
  if (step != kNone && step >= from) return path_->dependent(step, position);
  for (const Unfinished& thread : execution_->unfinished)
    if (thread.next.thread == reversal.overtaken) return path_->dependent(thread.next, position);
  return false;
}

// Of several steps that overtake the same one and are not ordered among each other, the lowest thread's comes first.
bool Descent::overtakes_in_turn(const Race& race, const Reversal& before) const {
  uint16_t head_thread = path_->thread(before.head);
  for (size_t i = 0; i < sequence_.size(); i++) {
    Position x = sequence_[i];
    if (path_->thread(x) >= head_thread || !depends_on_overtaken(before, x, race.first) ||
        comes_after(before.head, x, race))
      continue;
    auto is_behind = [&](Position y) { return depends_on_overtaken(before, y, race.first) && comes_after(y, x, race); };
    bool is_first = std::none_of(sequence_.begin(), sequence_.begin() + static_cast<ptrdiff_t>(i), is_behind);
    for (Position y = before.begin; y < race.first && is_first; y++) is_first = !is_behind(y);
    if (is_first) return false;
  }
  return true;
}

bool Descent::is_canonical(const Race& race) const {
  for (const Reversal& reversal : task_->reversals) {
    if (reversal.head >= race.first) return true;
    if (reversal.overtaken == Reversal::kNobody || (reversal.resumed != kNone && reversal.resumed < race.first))
      continue;
    if (!overtakes_in_turn(race, reversal)) return false;
  }
  return true;
}

Task& Descent::add_child(Position inherited) {
  Task& child = children_->emplace_back();
  child.steps.reserve(inherited + sequence_.size() + 2);
  for (Position k = 0; k < inherited; k++) child.steps.push_back({path_->thread(k), (*path_)[k].alternative});
  for (const Reversal& reversal : task_->reversals) {
    if (reversal.head >= inherited) break;
    child.reversals.push_back(reversal);
    if (reversal.resumed >= inherited) child.reversals.back().resumed = kNone;
  }
  child.inherited = inherited;
  child.inherited_hash = path_->hash_at(inherited);
  size_t footprints = 0;
  for (const Sleeper& sleeper : task_->sleeping) {
    if (sleeper.from >= inherited) break;
    child.sleeping.push_back(sleeper);
    footprints += sleeper.footprint_count;
  }
  child.footprints.assign(task_->footprints.begin(), task_->footprints.begin() + static_cast<ptrdiff_t>(footprints));
  return child;
}

void Descent::reverse(const Race& race) {
  if (!is_parent_of(race)) return;
  collect_sequence(race);
  if (!is_canonical(race)) return;
  Task& child = add_child(race.first);
  for (Position k : sequence_)
    child.steps.push_back({path_->thread(k), k == race.second ? uint16_t{0} : (*path_)[k].alternative});
  auto head = static_cast<Position>(child.steps.size() - 1);
  uint16_t overtaken = path_->thread(race.first);
  child.reversals.push_back({race.first, head, kNone, overtaken});
  child.fresh = head;
  // What was overtaken comes next, unless it has to wait: then it is certain that nothing else overtakes it.
  if (!model::may_block((*path_)[race.first].head)) child.steps.push_back({overtaken, 0});
}

void Descent::add_outcomes() {
  sequence_.clear();
  for (Position k = task_->fresh; k < length_; k++) {
    const model::Transition& step = (*path_)[k];
    if (step.alternative != 0) continue;
    for (uint16_t alternative = 1; alternative < step.alternatives; alternative++) {
      Task& child = add_child(k);
      child.steps.push_back({step.head.thread, alternative});
      child.reversals.push_back({k, k});
      child.fresh = k + 1;
    }
  }
}

// Where a race called for the last step, the parent execution shows what others do without it.
void Descent::go_on_without_last_step() {
  if (length_ == 0 || (!task_->reversals.empty() && task_->reversals.back().head == length_ - 1)) return;
  uint16_t last = path_->thread(length_ - 1);
  auto goes_on = [&](const Unfinished& thread) {
    return thread.enabled && thread.next.thread != last && thread.next.operation != Operation::ProcessExit;
  };
  if (std::ranges::none_of(execution_->unfinished, goes_on)) return;
  sequence_.clear();
  Task& child = add_child(length_ - 1);
  child.fresh = length_ - 1;
  auto footprints = path_->footprints(length_ - 1);
  child.sleeping.push_back({last, static_cast<uint16_t>(footprints.size()), length_ - 1});
  child.footprints.insert(child.footprints.end(), footprints.begin(), footprints.end());
}

}  // namespace selvage::explore
