#include "explore/overtaking.h"

#include <algorithm>

#include "model/roles.h"

namespace selvage::explore {

using model::kNone;
using model::Position;

namespace {

bool failed(const Footprint& footprint) { return (footprint.flags & (kEventFailed | kEventTimedOut)) != 0; }

// The lock that an operation waits for, whatever else it waits for.
struct Lock {
  ObjectKind kind;
  uint64_t object;
};

Lock lock_of(const Footprint& waiting) {
  if (waiting.operation == Operation::CondWake) return {ObjectKind::Mutex, waiting.value};
  return {ObjectKind::Rwlock, waiting.object};
}

bool acquires(const Footprint& f, const Lock& lock) {
  if (f.operation == Operation::CondWake) return lock.kind == ObjectKind::Mutex && f.value == lock.object;
  if (traits(f.operation).object != lock.kind || f.object != lock.object || failed(f) || dependence::is_nested(f))
    return false;
  switch (f.operation) {
    case Operation::MutexLock:
    case Operation::MutexTryLock:
    case Operation::MutexTimedLock:
    case Operation::RwlockReadLock:
    case Operation::RwlockTryReadLock:
    case Operation::RwlockTimedReadLock:
    case Operation::RwlockWriteLock:
    case Operation::RwlockTryWriteLock:
    case Operation::RwlockTimedWriteLock:
      return true;
    default:
      return false;
  }
}

bool releases(const Footprint& f, const Lock& lock) {
  if (f.operation == Operation::CondWait) return lock.kind == ObjectKind::Mutex && f.value == lock.object && !failed(f);
  if (f.operation != Operation::MutexUnlock && f.operation != Operation::RwlockUnlock) return false;
  return traits(f.operation).object == lock.kind && f.object == lock.object && !failed(f) && !dependence::is_nested(f);
}

// What a thread's first step may not come before, because the threads are alike (docs/symmetry.md).
Position find_followed(const model::Path& path, Position step) {
  if (path.previous_of_thread(step) != kNone) return kNone;
  for (Position k = 0; k < step; k++) {
    for (const Footprint& f : path.footprints(k)) {
      if (f.operation != Operation::ThreadFollow || f.object != path.thread(step)) continue;
      for (Position first = 0; first <= k; first++)
        if (path.thread(first) == f.value) return first;
    }
  }
  return kNone;
}

}  // namespace

bool Overtaking::concerns(const Footprint& waiting, bool is_announced) {
  if (waiting.operation == Operation::CondWake) return (waiting.flags & kEventTimed) != 0;
  if (model::waits_for_assumptions(waiting)) return true;
  if (dependence::is_nested(waiting)) return false;
  if (waiting.operation == Operation::RwlockTimedWriteLock) return is_announced;
  return waiting.operation == Operation::RwlockWriteLock;
}

void Overtaking::find_uses() {
  uses_.clear();
  initial_holders_.clear();
  if (model::waits_for_assumptions((*path_)[waiting_].head)) return;
  Lock lock = lock_of((*path_)[waiting_].head);
  for (Position k = 0; k < waiting_; k++) {
    if (!model::may_depend(path_->marks(k), path_->marks(waiting_))) continue;
    for (const Footprint& f : path_->footprints(k)) {
      bool acquired = acquires(f, lock);
      if (!acquired && !releases(f, lock)) continue;
      auto is_own = [&](const Use& use) { return path_->thread(use.step) == f.thread; };
      // It had the lock before the path begins.
      if (!acquired && std::ranges::none_of(uses_, is_own)) initial_holders_.push_back(f.thread);
      uses_.push_back({k, acquired});
    }
  }
}

// The first one since the wait that fits.
void Overtaking::find_waking_signal() {
  signal_ = kNone;
  const Footprint& waiter = (*path_)[waiting_].head;
  if (waiter.operation != Operation::CondWake || predecessor_ == kNone) return;
  for (Position k = predecessor_ + 1; k < waiting_ && signal_ == kNone; k++) {
    auto wakes = [&](const Footprint& sent) { return model::may_wake(sent, waiter); };
    if (std::ranges::any_of(path_->footprints(k), wakes)) signal_ = k;
  }
}

// With a deadline that never comes, or only when nobody else can go on, a waiter needs its signal in spite of it. Its mutex is
// free in the state behind its wait.
bool Overtaking::needs_no_signal() const {
  const Footprint& waiter = (*path_)[waiting_].head;
  if (waiter.operation != Operation::CondWake || predecessor_ == kNone || predecessor_ + 1 == waiting_) return true;
  return path_->was_enabled(predecessor_ + 1, waiter.thread);
}

bool Overtaking::depends(Position step) const {
  if (path_->dependent(outcome_, step)) return true;
  auto inner = path_->footprints(waiting_).subspan(1);
  return std::ranges::any_of(inner, [&](const Footprint& own) { return path_->dependent(own, step); });
}

bool Overtaking::precedes_needed(Position step) const {
  return std::ranges::any_of(needed_, [&](Position needed) { return path_->happens_before(step, needed); });
}

bool Overtaking::can_be_needed(Position step) const {
  if (path_->happens_before(overtaken_, step)) return false;
  return is_signalled_ || signal_ == kNone || !path_->happens_before(signal_, step);
}

// Nobody has the lock in the state before the operation. Of assumptions it is known only whether they held in the states that
// the path goes through; otherwise the program is asked.
bool Overtaking::is_free_after_needed() const {
  const Footprint& waiting = (*path_)[waiting_].head;
  if (model::waits_for_assumptions(waiting)) {
    bool was_announced = predecessor_ == kNone || predecessor_ < overtaken_;
    return !needed_.empty() || !was_announced || path_->was_enabled(overtaken_, waiting.thread);
  }
  std::vector<uint16_t> holders = initial_holders_;
  for (const Use& use : uses_) {
    if (use.step >= overtaken_ && !precedes_needed(use.step)) continue;
    uint16_t thread = path_->thread(use.step);
    if (use.acquires)
      holders.push_back(thread);
    else
      std::erase(holders, thread);
  }
  return holders.empty();
}

void Overtaking::offer() {
  for (const Item& item : items_)
    if (item.is_left_out && precedes_needed(item.step)) return;
  if (!is_free_after_needed()) return;
  steps_.clear();
  for (Position k = overtaken_ + 1; k < waiting_; k++)
    if (precedes_needed(k)) steps_.push_back(k);
  (*function_)({overtaken_, steps_, outcome_});
}

// Who acquires the lock has to give it back as well.
bool Overtaking::need(Position step) {
  needed_.push_back(step);
  for (auto use = uses_.begin(); use != uses_.end(); use++) {
    if (use->step != step || !use->acquires) continue;
    auto gives_back = [&](const Use& later) {
      return !later.acquires && path_->thread(later.step) == path_->thread(step);
    };
    auto release = std::find_if(use, uses_.end(), gives_back);
    if (release == uses_.end() || !can_be_needed(release->step)) return false;
    needed_.push_back(release->step);
  }
  return true;
}

void Overtaking::choose(size_t at) {
  if (!(*goes_on_)()) return;
  if (at == items_.size()) return offer();
  Item& item = items_[at];
  if (precedes_needed(item.step)) return choose(at + 1);
  item.is_left_out = true;
  choose(at + 1);
  item.is_left_out = false;
  size_t before = needed_.size();
  if (need(item.step)) choose(at + 1);
  needed_.resize(before);
}

void Overtaking::overtake(Position first, bool is_signalled) {
  is_signalled_ = is_signalled;
  outcome_ = (*path_)[waiting_].head;
  if (outcome_.operation == Operation::CondWake) {
    outcome_.flags &= static_cast<uint8_t>(~(kEventTimedOut | kEventSpurious));
    if (!is_signalled) outcome_.flags |= kEventTimedOut;
  }
  std::vector<Position> dependent;
  for (Position k = first; k < waiting_; k++)
    if (path_->thread(k) != outcome_.thread && depends(k)) dependent.push_back(k);
  for (Position overtaken : dependent) {
    if (!(*goes_on_)()) return;
    if (!is_signalled && signal_ != kNone && overtaken > signal_) break;
    overtaken_ = overtaken;
    needed_.clear();
    bool possible = true;
    for (Position needed : {predecessor_, followed_, is_signalled ? signal_ : kNone}) {
      if (needed == kNone || needed < overtaken) continue;
      possible &= can_be_needed(needed);
      needed_.push_back(needed);
    }
    if (!possible) continue;
    items_.clear();
    for (Position k : dependent)
      if (k > overtaken && can_be_needed(k)) items_.push_back({k});
    choose(0);
  }
}

void Overtaking::for_each(const model::Path& path, Position waiting, Position first, const GoesOn& goes_on,
                          const Function& function) {
  path_ = &path;
  goes_on_ = &goes_on;
  function_ = &function;
  waiting_ = waiting;
  predecessor_ = path.predecessor(waiting);
  followed_ = find_followed(path, waiting);
  find_uses();
  find_waking_signal();
  if (signal_ != kNone) overtake(first, true);
  if (needs_no_signal()) overtake(first, false);
}

}  // namespace selvage::explore
