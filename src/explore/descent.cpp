#include "explore/descent.h"

#include <algorithm>

#include "model/roles.h"

namespace selvage::explore {

using model::kNone;
using model::Position;
using model::Race;

namespace {

bool holds_for_reading(const Footprint& lock) {
  return dependence::is_read_lock(lock.operation) && (lock.flags & (kEventFailed | kEventTimedOut)) == 0;
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
  for (Reversal& reversal : task.reversals) {
    if (reversal.resumed != kNone || !reversal.overtakes()) continue;
    for (Position i = reversal.head + 1; i < length_ && reversal.resumed == kNone; i++)
      if (path.thread(i) == reversal.overtaken.thread) reversal.resumed = i;
  }
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
}

bool Descent::wakes(Position signal, Position waiter) const {
  const Footprint &sent = (*path_)[signal].head, &woken = (*path_)[waiter].head;
  if (woken.operation != Operation::CondWake || sent.object != woken.object) return false;
  return sent.operation == Operation::CondBroadcast ||
         (sent.operation == Operation::CondSignal && sent.value == uint64_t{woken.thread} + 1);
}

// A waiter that was signalled and would have to do without. Where it could have done that just before the signal, it is
// derived from the execution in which it does.
bool Descent::loses_signal(const Race& race) const {
  const Footprint& waiter = (*path_)[race.second].head;
  if (waiter.operation != Operation::CondWake) return false;
  Position wait = path_->previous_of_thread(race.second);
  if (wait == kNone) return false;
  // The first one since the wait woke it.
  for (Position k = wait + 1; k < race.second; k++)
    if (wakes(k, race.second))
      return k > race.first && !path_->precedes_reversed(k, race) && path_->was_enabled(k, waiter.thread);
  return false;
}

// In the child's order.
bool Descent::comes_after(Position earlier, Position later, const Race& race) const {
  if (later != race.second) return path_->happens_before(earlier, later);
  uint16_t thread = path_->thread(later);
  auto leads_there = [&](Position k) {
    if (k != earlier && !path_->happens_before(earlier, k)) return false;
    return path_->thread(k) == thread || wakes(k, later) ||
           (model::may_depend(path_->marks(k), path_->marks(later)) && path_->dependent(k, later));
  };
  for (Position k = earlier; k < race.first; k++)
    if (leads_there(k)) return true;
  return std::any_of(sequence_.begin(), sequence_.end() - 1, leads_there);
}

bool Descent::depends_on_overtaken(const Reversal& reversal, Position position) const {
  if (path_->dependent(reversal.overtaken, position)) return true;
  if (reversal.resumed == kNone || reversal.resumed >= length_) return false;
  auto inner = path_->footprints(reversal.resumed).subspan(1);
  return std::ranges::any_of(inner, [&](const Footprint& own) { return path_->dependent(own, position); });
}

// Of several steps that overtake the same one and are not ordered among each other, the lowest thread's comes first.
bool Descent::overtakes_in_turn(const Race& race, const Reversal& before) const {
  uint16_t head_thread = path_->thread(before.head);
  for (size_t i = 0; i < sequence_.size(); i++) {
    Position x = sequence_[i];
    // That is the step itself, in its turn.
    if (path_->thread(x) == before.overtaken.thread) return true;
    if (path_->thread(x) >= head_thread || !depends_on_overtaken(before, x) || comes_after(before.head, x, race))
      continue;
    auto is_behind = [&](Position y) { return depends_on_overtaken(before, y) && comes_after(y, x, race); };
    bool is_first = std::none_of(sequence_.begin(), sequence_.begin() + static_cast<ptrdiff_t>(i), is_behind);
    for (Position y = before.begin; y < race.first && is_first; y++) is_first = !is_behind(y);
    if (is_first) return false;
  }
  return true;
}

bool Descent::is_canonical(const Race& race) const {
  for (const Reversal& reversal : task_->reversals) {
    if (reversal.head >= race.first) return true;
    if (!reversal.overtakes() || (reversal.resumed != kNone && reversal.resumed < race.first)) continue;
    if (!overtakes_in_turn(race, reversal)) return false;
  }
  return true;
}

bool Descent::is_redundant() const {
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
      if (is_first) return true;
    }
  }
  return false;
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
  if (!is_parent_of(race) || loses_signal(race)) return;
  collect_sequence(race);
  if (!stays_blocked(race) && !would_end(race) && is_canonical(race)) add_reversed(race);
}

// Several threads that hold a lock for reading do not depend on each other, and yet each of them is enough to keep a writer
// waiting: it has to overtake all who still hold it.
void Descent::find_readers(const Footprint& announced) {
  readers_.clear();
  if (announced.operation != Operation::RwlockWriteLock && announced.operation != Operation::RwlockTimedWriteLock)
    return;
  for (Position i = 0; i < length_; i++) {
    const Footprint& lock = (*path_)[i].head;
    if (lock.object != announced.object || !holds_for_reading(lock)) continue;
    auto releases = [&](Position k) {
      const Footprint& later = (*path_)[k].head;
      return later.thread == lock.thread && later.object == lock.object && later.operation == Operation::RwlockUnlock;
    };
    bool is_held = true;
    for (Position k = i + 1; k < length_ && is_held; k++) is_held = !releases(k);
    if (is_held) readers_.push_back(i);
  }
}

// Whoever has taken the lock has given it back; and nothing is left out that a race has called for.
bool Descent::lets_writer_in(const Race& race) const {
  auto is_chosen = [&](Position k) { return std::ranges::find(sequence_, k) != sequence_.end(); };
  for (const Reversal& reversal : task_->reversals)
    if (reversal.begin > race.first && !is_chosen(reversal.head)) return false;
  uint64_t object = (*path_)[race.second].head.object;
  Position previous = path_->previous_of_thread(race.second);
  return std::ranges::all_of(sequence_, [&](Position k) {
    const Footprint& lock = (*path_)[k].head;
    if (k == race.second || (previous != kNone && path_->happens_before(k, previous))) return true;
    auto is_use = [&](Position later) {
      return later != race.second && (*path_)[later].head.object == object && path_->happens_before(k, later);
    };
    if (std::ranges::none_of(sequence_, is_use)) return false;
    if (lock.object != object || !holds_for_reading(lock)) return true;
    return std::ranges::any_of(sequence_, [&](Position later) {
      const Footprint& unlock = (*path_)[later].head;
      return later > k && unlock.thread == lock.thread && unlock.object == object &&
             unlock.operation == Operation::RwlockUnlock;
    });
  });
}

// A writer that waits for readers for ever. Others have held the lock for reading meanwhile: the execution does not say
// whether before it or after it, since it never came to that. So it is the parent of all of these.
void Descent::overtake_readers(const Race& race) {
  Position previous = path_->previous_of_thread(race.second);
  auto is_left_out = [&](Position k) {
    return std::ranges::any_of(readers_, [&](Position reader) { return path_->happens_before(reader, k); });
  };
  if (previous != kNone && is_left_out(previous)) return;
  collect_sequence(race);
  std::vector<Position> all;
  for (Position k : sequence_)
    if (k == race.second || !is_left_out(k)) all.push_back(k);
  auto is_needed = [&](Position k) {
    return k == race.second || (previous != kNone && path_->happens_before(k, previous));
  };
  std::vector<Position> some;
  auto try_all = [&](auto& self, size_t i) -> void {
    if (i == all.size()) {
      sequence_ = some;
      if (lets_writer_in(race) && is_canonical(race)) add_reversed(race);
      return;
    }
    Position k = all[i];
    auto is_chosen = [&](Position other) { return std::ranges::find(some, other) != some.end(); };
    bool possible = std::ranges::all_of(std::span(all).first(i), [&](Position before) {
      return !path_->happens_before(before, k) || is_chosen(before);
    });
    if (k != race.second && !is_needed(k)) self(self, i + 1);
    if (k != race.second && !possible) return;
    some.push_back(k);
    self(self, i + 1);
    some.pop_back();
  };
  try_all(try_all, 0);
}

// It could not go on before the first transition either, and nothing has happened since.
bool Descent::stays_blocked(const Race& race) const {
  Position previous = path_->previous_of_thread(race.second);
  return sequence_.size() == 1 && previous != kNone && previous < race.first &&
         !path_->was_enabled(race.first, path_->thread(race.second));
}

void Descent::reverse_announced(std::span<const Race> races) {
  find_readers((*path_)[length_].head);
  if (!readers_.empty()) {
    Race race{readers_.front(), length_, kNone};
    if (is_parent_of(race)) overtake_readers(race);
    return;
  }
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
