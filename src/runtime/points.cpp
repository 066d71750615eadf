#include "runtime/points.h"

#include "runtime/chosen_points.h"
#include "runtime/host.h"
#include "runtime/sharing.h"

namespace selvage::runtime {

namespace {

SharedLocation location_of(const Pending& announced) { return announced.object & ~(kSharingGranule - 1); }

bool is_known(const Pending& announced) {
  return find_object(reinterpret_cast<void*>(announced.object), traits(announced.operation).object) != nullptr;
}

// Inside an atomic block a wait splits the block where the object is taken, which others can notice.
SharedLocation observed_in_block(const Pending& announced) {
  switch (traits(announced.operation).object) {
    case ObjectKind::Mutex:
    case ObjectKind::Spinlock:
    case ObjectKind::Rwlock:
    case ObjectKind::Semaphore:
    case ObjectKind::Once:
      return location_of(announced);
    case ObjectKind::Thread:
      return kThreadExits;
    default:
      return 0;
  }
}

// What the operation sees of an object besides whether it is free: 0 if nothing.
SharedLocation observed(const Pending& announced) {
  if (model().atomic_depth > 0) return observed_in_block(announced);
  switch (announced.operation) {
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
      return location_of(announced);
    // Whoever used the object before is in the midst of it, or not.
    case Operation::MutexInit:
    case Operation::SpinInit:
    case Operation::RwlockInit:
    case Operation::SemaphoreInit:
      return is_known(announced) ? location_of(announced) : 0;
    case Operation::ThreadTryJoin:
    case Operation::ThreadTimedJoin:
    case Operation::ThreadKill:
    case Operation::ThreadCancel:
      return kThreadExits;
    default:
      return 0;
  }
}

bool holds(const Thread& self, const Pending& announced, ObjectKind kind) {
  const Object* object = find_object(reinterpret_cast<void*>(announced.object), kind);
  return object && object->held && object->owner == self.number;
}

bool holds_for_reading(const Thread& self, const Pending& announced) {
  for (uint32_t i = 0; i < model().shared_holding_count; i++) {
    const SharedHolding& holding = shared_holdings()[i];
    if (holding.object == announced.object && holding.thread == self.number) return true;
  }
  return false;
}

bool goes_with_the_step_before(const Thread& self, const Pending& announced) {
  // Whether others could have gone on in between is part of the states.
  if (host().every_state) return false;
  switch (announced.operation) {
    // Whoever creates threads for ever would never come to the end of its step.
    case Operation::ThreadCreate:
      return self.child_count < kManyChildren;
    case Operation::OnceEnd:
      return !is_shared(location_of(announced));
    case Operation::ThreadExit:
      return !is_shared(kThreadExits) && self.robust_mutexes == 0;
    case Operation::TestCancel:
      return !is_shared(kThreadExits);
    case Operation::MutexUnlock:
      return holds(self, announced, ObjectKind::Mutex) && !is_shared(location_of(announced));
    case Operation::SpinUnlock:
      return holds(self, announced, ObjectKind::Spinlock) && !is_shared(location_of(announced));
    case Operation::RwlockUnlock:
      return (holds(self, announced, ObjectKind::Rwlock) || holds_for_reading(self, announced)) &&
             !is_shared(location_of(announced));
    case Operation::SemaphorePost:
      return !is_shared(location_of(announced));
    default:
      return false;
  }
}

bool dynamic() { return host().configuration.sharing == Sharing::Dynamic; }

}  // namespace

void note_observed(const Pending& operation) {
  if (!dynamic()) return;
  if (SharedLocation location = observed(operation); location && !is_shared(location)) note_found(location);
}

bool is_scheduling_point(const Thread& self) {
  const Pending& announced = self.pending;
  if (!may_be_point(announced.operation, announced.site)) return false;
  if (!dynamic()) return true;
  note_observed(announced);
  return host().configuration.exact_points || begins_round(self) || !goes_with_the_step_before(self, announced);
}

// Whoever can be cancelled can be cancelled before it has done anything.
bool threads_start_at_once() {
  return dynamic() && !host().configuration.exact_points && model().atomic_depth == 0 && !is_shared(kThreadExits);
}

}  // namespace selvage::runtime
