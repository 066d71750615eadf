#include "cli/show/held_locks.h"

#include <algorithm>
#include <set>

namespace selvage::cli {
namespace {

enum class Change { None, Acquire, Release };

Change change_of(const Event& event) {
  bool failed = (event.flags & kEventFailed) != 0;
  bool timed_out = (event.flags & kEventTimedOut) != 0;
  switch (event.operation) {
    case Operation::MutexLock:
    case Operation::MutexTryLock:
    case Operation::MutexTimedLock:
    case Operation::SpinLock:
    case Operation::SpinTryLock:
    case Operation::RwlockReadLock:
    case Operation::RwlockWriteLock:
    case Operation::RwlockTryReadLock:
    case Operation::RwlockTryWriteLock:
    case Operation::RwlockTimedReadLock:
    case Operation::RwlockTimedWriteLock:
    case Operation::StreamLock:
      return failed || timed_out ? Change::None : Change::Acquire;
    case Operation::CondWake:
      return Change::Acquire;
    case Operation::CondWait:
      return failed ? Change::None : Change::Release;
    case Operation::MutexUnlock:
    case Operation::SpinUnlock:
    case Operation::RwlockUnlock:
    case Operation::StreamUnlock:
      // The value says how often the thread still holds it.
      return failed || (event.value & ~kExclusively) != 0 ? Change::None : Change::Release;
    default:
      return Change::None;
  }
}

LockName lock_of(const Event& event) {
  if (event.operation == Operation::CondWait || event.operation == Operation::CondWake)
    return {ObjectKind::Mutex, event.value};
  return {traits(event.operation).object, event.object};
}

}  // namespace

HeldLocks::HeldLocks(const std::vector<ShownEvent>& events, std::span<const HeldRecord> at_end) {
  std::map<uint16_t, std::vector<LockName>> seen, before;
  std::set<std::pair<ObjectKind, uint64_t>> acquired;
  auto note = [&](uint16_t thread, LockName lock, bool is_held) {
    if (std::ranges::find(seen[thread], lock) != seen[thread].end()) return;
    seen[thread].push_back(lock);
    if (is_held) before[thread].push_back(lock);
  };
  for (const ShownEvent& one : events) {
    const Event& event = *one.view.event;
    Change change = change_of(event);
    if (change == Change::None) continue;
    LockName lock = lock_of(event);
    // What somebody could acquire before was not held: then this is a stranger's attempt to release it. Read locks can be
    // held by several.
    bool was_free = lock.kind != ObjectKind::Rwlock && acquired.contains({lock.kind, lock.object});
    note(event.thread, lock, change == Change::Release && !was_free);
    if (change == Change::Acquire) acquired.emplace(lock.kind, lock.object);
  }
  for (const HeldRecord& held : at_end) note(held.thread, {held.kind, held.object}, true);
  held_ = std::move(before);
}

void HeldLocks::take(const Event& event) {
  Change change = change_of(event);
  if (change == Change::Acquire) acquire(event.thread, lock_of(event));
  if (change == Change::Release) release(event.thread, lock_of(event));
}

const std::vector<LockName>& HeldLocks::of(uint16_t thread) const {
  static const std::vector<LockName> kNothing;
  auto found = held_.find(thread);
  return found == held_.end() ? kNothing : found->second;
}

void HeldLocks::acquire(uint16_t thread, LockName lock) {
  std::vector<LockName>& locks = held_[thread];
  if (std::ranges::find(locks, lock) == locks.end()) locks.push_back(lock);
}

void HeldLocks::release(uint16_t thread, LockName lock) { std::erase(held_[thread], lock); }

}  // namespace selvage::cli
