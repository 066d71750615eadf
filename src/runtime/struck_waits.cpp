#include "runtime/struck_waits.h"

#include "contract/operations.h"
#include "runtime/cancellation.h"
#include "runtime/enabledness.h"
#include "runtime/host.h"
#include "runtime/mutex.h"
#include "runtime/points.h"
#include "runtime/scheduler.h"
#include "runtime/trace.h"

namespace selvage::runtime {

namespace {

uint64_t semaphore_value(uint64_t address) {
  const Object* object = find_object(reinterpret_cast<void*>(address), ObjectKind::Semaphore);
  return object ? object->value : 0;
}

void look(Operation operation, uint64_t object, uint64_t value, uint8_t flags) {
  Thread& self = current_thread();
  Pending own = self.pending;
  self.pending = {};
  self.pending.operation = operation;
  self.pending.flags = flags;
  self.pending.site = own.site;
  self.pending.object = object;
  self.pending.value = value;
  note_observed(self.pending);
  record_inner_event(self);
  self.pending = own;
}

}  // namespace

// Each look is an operation that changes nothing.
bool look_at_wait(const Pending& wait, uint64_t woken) {
  switch (wait.operation) {
    case Operation::ThreadJoin:
    case Operation::ThreadTimedJoin:
      look(Operation::ThreadTryJoin, wait.object, 0, kEventFailed | kEventStruck);
      return true;
    case Operation::MutexLock:
    case Operation::MutexTimedLock:
      look(Operation::MutexTryLock, wait.object, mutex_is_free(wait.object) ? 0 : kExclusively,
           kEventFailed | kEventStruck);
      return true;
    case Operation::SemaphoreWait:
    case Operation::SemaphoreTimedWait:
      look(Operation::SemaphoreGetValue, wait.object, semaphore_value(wait.object), kEventStruck);
      return true;
    case Operation::CondWake:  // it still waits for its mutex
      look(Operation::CondSignal, wait.object, woken, kEventStruck);
      return true;
    case Operation::SpinLock:
    case Operation::RwlockReadLock:
    case Operation::RwlockWriteLock:
    case Operation::RwlockTimedReadLock:
    case Operation::RwlockTimedWriteLock:
    case Operation::BarrierLeave:
    case Operation::OnceBegin:
    case Operation::FutexResume:
    case Operation::ChannelRead:
    case Operation::ChannelWrite:
    case Operation::ChannelPoll:
    case Operation::StreamLock:
    case Operation::AtomicBlockBegin:
    case Operation::SpinWait:
      return false;
    default:
      return true;  // it does not wait for others, or for what names its thread
  }
}

void look_at_mutex_of(const Thread& waiter) {
  const Pending& wait = waiter.pending;
  bool goes_on = waiter.woken || wait.deadline != 0 || host().configuration.spurious_wakeups;
  if (wait.operation != Operation::CondWake || !goes_on) return;
  look(Operation::MutexTryLock, wait.value, mutex_is_free(wait.value) ? 0 : kExclusively, kEventFailed | kEventStruck);
}

void look_at_own_wait(const Thread& self) {
  const Pending wait = self.pending;
  // As attempts that fail have it: whether another thread holds the lock by itself.
  const Object* lock = find_object(reinterpret_cast<void*>(wait.object), traits(wait.operation).object);
  uint64_t holder = lock && lock->held && lock->owner != self.number ? kExclusively : 0;
  switch (wait.operation) {
    case Operation::MutexLock:
    case Operation::MutexTimedLock:
      return look(Operation::MutexTryLock, wait.object, holder, kEventFailed);
    case Operation::SpinLock:
      return look(Operation::SpinTryLock, wait.object, 0, kEventFailed);
    case Operation::RwlockReadLock:
    case Operation::RwlockTimedReadLock:
      return look(Operation::RwlockTryReadLock, wait.object, holder, kEventFailed);
    case Operation::RwlockWriteLock:
    case Operation::RwlockTimedWriteLock:
      return look(Operation::RwlockTryWriteLock, wait.object, holder, kEventFailed);
    case Operation::SemaphoreWait:
    case Operation::SemaphoreTimedWait:
      return look(Operation::SemaphoreGetValue, wait.object, semaphore_value(wait.object), 0);
    case Operation::ThreadJoin:
    case Operation::ThreadTimedJoin:
      return look(Operation::ThreadTryJoin, wait.object, 0, kEventFailed);
    default:
      return;
  }
}

void end_wait_of_cancelled(Thread& target) {
  if (!cancellation_is_due(target)) return;
  if (target.pending.operation == Operation::CondWake) {
    target.woken = true;
    return;
  }
  bool in_loop = target.waits_in_loop || target.attempts_in_loop || target.pending.operation == Operation::SpinWait;
  if (in_loop || !cancellation_ends_wait(target)) return;
  uint32_t site = target.pending.site;
  target.pending = {};
  target.pending.operation = Operation::ThreadCancelled;
  target.pending.site = site;
  target.pending.object = target.number;
}

}  // namespace selvage::runtime
