#include "runtime/points.h"

#include "runtime/host.h"
#include "runtime/sharing.h"

namespace selvage::runtime {

namespace {

SharedLocation location_of(const Announcement& announcement) { return announcement.object & ~(kSharingGranule - 1); }

// What the operation sees of an object besides whether it is free: 0 if nothing.
SharedLocation observed(const Announcement& announcement) {
  switch (announcement.operation) {
    case Operation::MutexTryLock:
    case Operation::MutexTimedLock:
    case Operation::MutexDestroy:
    case Operation::SpinTryLock:
    case Operation::SpinDestroy:
    case Operation::RwlockTryReadLock:
    case Operation::RwlockTryWriteLock:
    case Operation::RwlockTimedReadLock:
    case Operation::RwlockTimedWriteLock:
    case Operation::RwlockDestroy:
    case Operation::SemaphoreTryWait:
    case Operation::SemaphoreTimedWait:
    case Operation::SemaphoreGetValue:
    case Operation::SemaphoreDestroy:
      return location_of(announcement);
    case Operation::ThreadTryJoin:
    case Operation::ThreadTimedJoin:
    case Operation::ThreadKill:
    case Operation::ThreadCancel:
      return kThreadExits;
    default:
      return 0;
  }
}

bool holds(const Thread& self, const Announcement& announcement, ObjectKind kind) {
  const Object* object = find_object(reinterpret_cast<void*>(announcement.object), kind);
  return object && object->held && object->owner == self.number;
}

bool holds_for_reading(const Thread& self, const Announcement& announcement) {
  for (uint32_t i = 0; i < model().shared_holding_count; i++) {
    const SharedHolding& holding = shared_holdings()[i];
    if (holding.object == announcement.object && holding.thread == self.number) return true;
  }
  return false;
}

bool goes_with_the_step_before(const Thread& self, const Announcement& announcement) {
  switch (announcement.operation) {
    case Operation::ThreadCreate:
    case Operation::OnceEnd:
      return true;
    case Operation::ThreadExit:
      return !is_shared(kThreadExits) && self.robust_mutexes == 0;
    case Operation::MutexUnlock:
      return holds(self, announcement, ObjectKind::Mutex) && !is_shared(location_of(announcement));
    case Operation::SpinUnlock:
      return holds(self, announcement, ObjectKind::Spinlock) && !is_shared(location_of(announcement));
    case Operation::RwlockUnlock:
      return (holds(self, announcement, ObjectKind::Rwlock) || holds_for_reading(self, announcement)) &&
             !is_shared(location_of(announcement));
    case Operation::SemaphorePost:
      return !is_shared(location_of(announcement));
    default:
      return false;
  }
}

bool dynamic() { return host().configuration.sharing == Sharing::Dynamic; }

}  // namespace

bool is_scheduling_point(const Thread& self, const Announcement& announcement) {
  if (!host().configuration.points.contains(announcement.operation)) return false;
  if (!dynamic()) return true;
  if (SharedLocation location = observed(announcement); location && !is_shared(location)) note_found(location);
  return !goes_with_the_step_before(self, announcement);
}

// Who may be cancelled has to be so before its first cancellation point, too.
bool threads_start_at_once() { return dynamic() && model().atomic_depth == 0 && !is_shared(kThreadExits); }

}  // namespace selvage::runtime
