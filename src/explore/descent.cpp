#include "explore/descent.h"

#include <algorithm>

#include "explore/struck_waits.h"
#include "model/roles.h"

namespace selvage::explore {

using model::kNone;
using model::Position;
using model::Race;

namespace {

// An atomic block or a critical section that is one step goes on by what it has read: in another place it may do something
// else than it did. Those that are marked do the same everywhere. A compare-exchange may fail in another place, or not.
bool may_do_otherwise(std::span<const Footprint> step) {
  if (step.front().operation == Operation::AtomicCompareExchange) return dependence::commutes(step.front());
  if (dependence::is_memory(step.front())) return false;  // one operation on several ranges
  if (dependence::is_section(step.front())) return false;
  return std::ranges::any_of(step.subspan(1), [](const Footprint& inner) {
    switch (inner.operation) {
      case Operation::Read:
      case Operation::AtomicLoad:
      case Operation::AtomicUpdate:
      case Operation::AtomicCompareExchange:
        return true;
      case Operation::ThreadTryJoin:
      case Operation::MutexTryLock:
      case Operation::SpinTryLock:
      case Operation::RwlockTryReadLock:
      case Operation::RwlockTryWriteLock:
      case Operation::SemaphoreTryWait:
      case Operation::SemaphoreGetValue:
        return !is_struck_wait(inner);
      default:
        return false;
    }
  });
}

}  // namespace

void Descent::begin(const model::Path& path, std::span<const Step> steps, const Execution& execution, Task& task,
                    TaskHeap& children) {
  path_ = &path;
  steps_ = steps;
  execution_ = &execution;
  task_ = &task;
  children_ = &children;
  length_ = static_cast<Position>(path.size());
  overtaker_ = kNone;
  for (Reversal& reversal : task.reversals) {
    if (reversal.resumed != kNone || !reversal.overtakes()) continue;
    for (Position i = reversal.head + 1; i < length_ && reversal.resumed == kNone; i++)
      if (path.thread(i) == reversal.overtaken.thread) reversal.resumed = i;
  }
  find_out_of_turn();
}

// The first execution with this race and this past of its second step: whatever in it is not by default is needed for that
// step. And what is overtaken was taken by default: the order of two that were both called for is seen to elsewhere.
bool Descent::is_parent_of(const Race& race) const {
  if (race.second < task_->inherited || (*path_)[race.second].alternative != 0) return false;
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
  second_ = (*path_)[race.second].head;
  is_struck_ = false;
  if (!dependence::strikes_thread((*path_)[race.first].head.operation)) return;
  // Before it is cancelled or signalled it does what it waited for.
  for (const Footprint& look : path_->footprints(race.first).subspan(1)) {
    is_struck_ = is_struck_wait(look) && (*path_)[race.first].head.object == second_.thread;
    if (!is_struck_) continue;
    second_ = look;
    second_.thread = path_->thread(race.second);
    return;
  }
}

bool Descent::wakes(Position signal, Position waiter) const {
  const Footprint& woken = (*path_)[waiter].head;
  if (woken.operation != Operation::CondWake) return false;
  return std::ranges::any_of(path_->footprints(signal),
                             [&](const Footprint& sent) { return model::may_wake(sent, woken); });
}

// In the child's order.
bool Descent::comes_after(Position earlier, Position later, const Race& race) const {
  if (later != race.second) return path_->happens_before(earlier, later);
  uint16_t thread = path_->thread(later);
  bool may_differ = is_struck_ || second_.operation == Operation::CondWake;
  auto leads_there = [&](Position k) {
    if (k != earlier && !path_->happens_before(earlier, k)) return false;
    if (path_->thread(k) == thread || wakes(k, later)) return true;
    if (may_differ && path_->dependent(second_, k)) return true;
    return model::may_depend(path_->marks(k), path_->marks(later)) && path_->dependent(k, later);
  };
  for (Position k = earlier; k < race.first; k++)
    if (leads_there(k)) return true;
  return std::any_of(sequence_.begin(), sequence_.end() - 1, leads_there);
}

bool Descent::depends_on_overtaken(const Reversal& reversal, Position position) const {
  if (path_->dependent(reversal.overtaken, position)) return true;
  if (reversal.resumed == kNone || reversal.resumed >= length_) return false;
  auto inner = path_->footprints(reversal.resumed).subspan(1);
  // What a thread waits for that took this step is looked at only behind the step.
  bool strikes_head = dependence::strikes_thread(reversal.overtaken.operation) &&
                      reversal.overtaken.object == path_->thread(reversal.head);
  return std::ranges::any_of(inner, [&](const Footprint& own) {
    return !(strikes_head && is_struck_wait(own)) && path_->dependent(own, position);
  });
}

bool Descent::depends_on_overtaken(const Reversal& reversal, Position position, const Race& race) const {
  if (depends_on_overtaken(reversal, position)) return true;
  return position == race.second && selvage::dependent(reversal.overtaken, second_);
}

// Of several steps that overtake the same one and are not ordered among each other, the lowest thread's comes first.
bool Descent::overtakes_in_turn(const Race& race, const Reversal& before) const {
  uint16_t head_thread = path_->thread(before.head);
  for (size_t i = 0; i < sequence_.size(); i++) {
    Position x = sequence_[i];
    // That is the step itself, in its turn.
    if (path_->thread(x) == before.overtaken.thread) return true;
    // It is looked at once it has been executed.
    if (x == race.second && may_do_otherwise(path_->footprints(x))) continue;
    if (path_->thread(x) >= head_thread || !depends_on_overtaken(before, x, race) || comes_after(before.head, x, race))
      continue;
    auto is_behind = [&](Position y) { return depends_on_overtaken(before, y) && comes_after(y, x, race); };
    bool is_first = std::none_of(sequence_.begin(), sequence_.begin() + static_cast<ptrdiff_t>(i), is_behind);
    for (Position y = before.begin; y < race.first && is_first; y++) is_first = !is_behind(y);
    if (is_first) return false;
  }
  return true;
}

bool Descent::is_canonical(const Race& race) const {
  // Where such a step is called for, it would have come in its turn.
  for (const OutOfTurn& late : out_of_turn_)
    if (late.begin > race.first && std::ranges::binary_search(sequence_, late.step)) return false;
  for (const Reversal& reversal : task_->reversals) {
    if (reversal.head >= race.first) return true;
    if (!reversal.overtakes() || (reversal.resumed != kNone && reversal.resumed < race.first)) continue;
    if (!overtakes_in_turn(race, reversal)) return false;
  }
  return true;
}

void Descent::find_out_of_turn() {
  out_of_turn_.clear();
  for (const Reversal& reversal : task_->reversals) {
    Position end = std::min(reversal.resumed, length_);
    if (!reversal.overtakes() || end == reversal.head + 1) continue;
    uint16_t head_thread = path_->thread(reversal.head);
    for (Position x = reversal.head + 1; x < end; x++) {
      if (path_->thread(x) >= head_thread || path_->happens_before(reversal.head, x) ||
          !depends_on_overtaken(reversal, x))
        continue;
      bool is_first = true;
      for (Position y = reversal.begin; y < x && is_first; y++)
        is_first = !path_->happens_before(y, x) || !depends_on_overtaken(reversal, y);
      if (is_first) out_of_turn_.push_back({reversal.begin, x});
    }
  }
}

Task& Descent::add_child(Position inherited) {
  Task& child = children_->add();
  child.steps.reserve(inherited + sequence_.size() + 2);
  child.steps.assign(steps_.begin(), steps_.begin() + inherited);
  for (const Reversal& reversal : task_->reversals) {
    if (reversal.head >= inherited) break;
    child.reversals.push_back(reversal);
    if (reversal.resumed >= inherited) child.reversals.back().resumed = kNone;
  }
  child.inherited = inherited;
  child.inherited_hash = path_->hash_at(inherited);
  size_t footprints = 0;
  for (const Sleeper& sleeper : task_->sleeping) {
    if (sleeper.from > inherited) break;
    child.sleeping.push_back(sleeper);
    footprints += sleeper.footprint_count;
  }
  child.footprints.assign(task_->footprints.begin(), task_->footprints.begin() + static_cast<ptrdiff_t>(footprints));
  return child;
}

// A step that ended an execution at once, and was left out for that reason until something woke its thread, which it would
// come before now.
bool Descent::would_end(const Race& race) const {
  return std::ranges::any_of(task_->sleeping, [&](const Sleeper& sleeper) {
    if (sleeper.thread != path_->thread(race.second) || race.first < sleeper.from) return false;
    auto wakes = [&](Position k) { return path_->thread(k) == sleeper.thread || path_->dependent(k, race.second); };
    for (Position k = sleeper.from; k < race.first; k++)
      if (wakes(k)) return false;
    return std::none_of(sequence_.begin(), sequence_.end() - 1, wakes);
  });
}

void Descent::reverse(const Race& race) {
  if (Overtaking::concerns((*path_)[race.second].head, false)) return overtake(race.second);
  if (!is_parent_of(race)) return;
  collect_sequence(race);
  if (!stays_blocked(race) && !would_end(race) && is_canonical(race)) add_reversed(race);
}

// Whatever is not by default behind the overtaken step is needed, and that does not include the operation itself.
bool Descent::is_parent_of(const Overtake& overtake) const {
  for (size_t i = task_->reversals.size(); i-- > 0;) {
    const Reversal& reversal = task_->reversals[i];
    if (reversal.head < overtake.overtaken) return true;
    if (reversal.begin <= overtake.overtaken) return false;
    if (!std::ranges::binary_search(overtake.needed, reversal.head)) return false;
  }
  return true;
}

void Descent::overtake(Position waiting) {
  if (waiting < task_->inherited || overtaker_ == waiting) return;
  overtaker_ = waiting;
  const auto& reversals = task_->reversals;
  bool is_last_needed = reversals.empty() || path_->happens_before(reversals.back().head, waiting);
  Position first = is_last_needed ? 0 : reversals.back().head + 1;
  overtaking_.for_each(*path_, waiting, first, [&](const Overtake& overtake) {
    if (!is_parent_of(overtake)) return;
    sequence_.assign(overtake.needed.begin(), overtake.needed.end());
    sequence_.push_back(waiting);
    second_ = overtake.waiting;
    Race race{overtake.overtaken, waiting, kNone};
    if (!would_end(race) && is_canonical(race)) add_reversed(race);
  });
}

// It could not go on before the first transition either, and nothing has happened since.
bool Descent::stays_blocked(const Race& race) const {
  Position previous = path_->previous_of_thread(race.second);
  return sequence_.size() == 1 && previous != kNone && previous < race.first &&
         !path_->was_enabled(race.first, path_->thread(race.second));
}

void Descent::reverse_announced(std::span<const Race> races) {
  overtaker_ = kNone;  // another one stands there
  if (!races.empty() && Overtaking::concerns((*path_)[length_].head, true)) return overtake(length_);
  for (const Race& race : races) {
    if (!is_parent_of(race)) continue;
    collect_sequence(race);
    if (!stays_blocked(race) && is_canonical(race)) add_reversed(race);
  }
}

void Descent::add_reversed(const Race& race) {
  Task& child = add_child(race.first);
  for (Position k : sequence_) child.steps.push_back(k == race.second ? Step{path_->thread(k), 0} : steps_[k]);
  auto head = static_cast<Position>(child.steps.size() - 1);
  const Footprint& overtaken = (*path_)[race.first].head;
  child.reversals.push_back({race.first, head, kNone, overtaken});
  child.fresh = head;
  // What was overtaken comes next, so that nothing else overtakes it that is not called for.
  child.steps.push_back({overtaken.thread, kIfEnabled});
}

void Descent::add_outcomes() {
  sequence_.clear();
  for (Position k = task_->fresh; k < length_; k++) {
    const model::Transition& step = (*path_)[k];
    if (step.alternative != 0) continue;
    auto is_head = [&](const Reversal& reversal) { return reversal.head == k && reversal.overtakes(); };
    auto own = std::ranges::find_if(task_->reversals, is_head);
    for (uint16_t alternative = 1; alternative < step.alternatives; alternative++) {
      Task& child = add_child(k);
      child.steps.push_back({step.head.thread, alternative});
      child.fresh = k + 1;
      if (own == task_->reversals.end()) {
        child.reversals.push_back({k, k});
      } else {
        child.reversals.push_back({own->begin, k, kNone, own->overtaken});
        child.steps.push_back({own->overtaken.thread, kIfEnabled});
      }
    }
  }
}

// Where a race called for the last step, the parent execution shows what others do without it.
void Descent::go_on_without_last_step() {
  if (length_ == 0 || (!task_->reversals.empty() && task_->reversals.back().head == length_ - 1)) return;
  uint16_t last = path_->thread(length_ - 1);
  // Whoever would have ended the program competes with who did.
  bool is_ending = false;
  for (model::Position i = 0; i < length_; i++) is_ending |= (*path_)[i].head.operation == Operation::ProcessExit;
  auto goes_on = [&](const Unfinished& thread) {
    bool may_go_on = thread.enabled || model::waits_for_assumptions(thread.next);
    bool has_gone_on = is_ending && thread.next.operation == Operation::ProcessExit;
    return may_go_on && !has_gone_on && thread.next.thread != last;
  };
  if (std::ranges::none_of(execution_->unfinished, goes_on)) return;
  sequence_.clear();
  Task& child = add_child(length_ - 1);
  child.fresh = length_ - 1;
  auto footprints = path_->footprints(length_ - 1);
  child.sleeping.push_back({last, static_cast<uint16_t>(footprints.size()), length_ - 1});
  child.footprints.insert(child.footprints.end(), footprints.begin(), footprints.end());
}

void Descent::go_on_behind_livelock() {
  auto goes_on = [](const Unfinished& thread) { return thread.enabled && thread.next.operation != Operation::None; };
  auto first = std::ranges::find_if(execution_->unfinished, goes_on);
  if (first == execution_->unfinished.end()) return;
  sequence_.clear();
  Task& child = add_child(length_);
  child.steps.push_back({first->next.thread, 0});
  child.fresh = length_;
}

}  // namespace selvage::explore
