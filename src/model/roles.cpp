#include "model/roles.h"

namespace selvage::model {

namespace {

bool failed(const Footprint& footprint) { return (footprint.flags & (kEventFailed | kEventTimedOut)) != 0; }

bool found_exclusively_held(const Footprint& earlier) { return failed(earlier) && (earlier.value & kExclusively) != 0; }

// An attempt to acquire in vain, or a look: the object was taken, and stays as it was.
bool found_taken(const Footprint& earlier) {
  switch (earlier.operation) {
    case Operation::MutexTryLock:
    case Operation::MutexTimedLock:
      return found_exclusively_held(earlier);  // else it cannot be recovered
    case Operation::SpinTryLock:
    case Operation::StreamLock:
    case Operation::RwlockTryReadLock:
    case Operation::RwlockTryWriteLock:
    case Operation::RwlockTimedReadLock:
    case Operation::RwlockTimedWriteLock:
    case Operation::SemaphoreTryWait:
    case Operation::SemaphoreTimedWait:
      return failed(earlier);
    case Operation::SemaphoreGetValue:
      return earlier.value == 0;
    default:
      return false;
  }
}

bool releases_mutex(const Footprint& earlier) {
  return !failed(earlier) && (earlier.operation == Operation::MutexUnlock || earlier.operation == Operation::CondWait);
}

}  // namespace

bool may_block(const Footprint& footprint) {
  // A deadline does not help a waiter to its mutex.
  if ((footprint.flags & kEventTimed) && footprint.operation != Operation::CondWake) return false;
  switch (footprint.operation) {
    case Operation::ThreadJoin:
    case Operation::ThreadTimedJoin:
    case Operation::SignalWait:
    case Operation::MutexLock:
    case Operation::MutexTimedLock:
    case Operation::SpinLock:
    case Operation::RwlockReadLock:
    case Operation::RwlockWriteLock:
    case Operation::RwlockTimedReadLock:
    case Operation::RwlockTimedWriteLock:
    case Operation::CondWake:
    case Operation::SemaphoreWait:
    case Operation::SemaphoreTimedWait:
    case Operation::BarrierLeave:
    case Operation::OnceBegin:
    case Operation::FutexResume:
    case Operation::Sleep:
    case Operation::ChannelRead:
    case Operation::ChannelWrite:
    case Operation::ChannelPoll:
    case Operation::StreamLock:
    case Operation::AtomicBlockBegin:
      return true;
    default:
      return false;
  }
}

bool may_enable(const Footprint& earlier, const Footprint& later) {
  // A wait that was ended by the thread's cancellation.
  if (earlier.operation == Operation::ThreadCancel && earlier.object == later.thread && failed(later)) return true;
  switch (later.operation) {
    case Operation::ThreadJoin:
    case Operation::ThreadTimedJoin:
      // Whatever the joined thread does comes before its exit, and nothing lets it be joined any earlier.
      return earlier.operation == Operation::ThreadCreate || earlier.thread == later.object;
    case Operation::SignalWait:
      return earlier.operation == Operation::ThreadKill;
    case Operation::MutexLock:
    case Operation::MutexTimedLock:
    case Operation::CondWake:
      return releases_mutex(earlier) || found_taken(earlier);
    case Operation::SpinLock:
      return earlier.operation == Operation::SpinUnlock || found_taken(earlier);
    case Operation::RwlockReadLock:
    case Operation::RwlockTimedReadLock:
      // Where writing was refused there may have been readers, who let others in. (The end of a read lock is not even
      // dependent with another.)
      return earlier.operation == Operation::RwlockUnlock || found_exclusively_held(earlier);
    case Operation::RwlockWriteLock:
    case Operation::RwlockTimedWriteLock:
      return earlier.operation == Operation::RwlockUnlock || found_taken(earlier);
    case Operation::SemaphoreWait:
    case Operation::SemaphoreTimedWait:
      // A post records the count that it found: only from zero does it let a waiter go on.
      return (earlier.operation == Operation::SemaphorePost && earlier.value == 0) || found_taken(earlier);
    case Operation::BarrierLeave:
      return earlier.operation == Operation::BarrierArrive;
    case Operation::OnceBegin:
      return earlier.operation == Operation::OnceEnd;
    case Operation::FutexResume:
      return earlier.operation == Operation::FutexWake;
    case Operation::StreamLock:
      return earlier.operation == Operation::StreamUnlock || found_taken(earlier);
    case Operation::ChannelRead:
      return earlier.operation == Operation::ChannelWrite || earlier.operation == Operation::ChannelClose;
    case Operation::ChannelWrite:
      return earlier.operation == Operation::ChannelRead || earlier.operation == Operation::ChannelClose;
    case Operation::ChannelPoll:
      return dependence::is_descriptor(earlier.operation);
    default:
      return false;
  }
}

bool orders_all_before(const Footprint& f) {
  if (dependence::is_memory(f)) return dependence::modifies_memory(f);
  if (dependence::is_readers(f) || dependence::is_nested(f)) return false;
  switch (f.operation) {
    case Operation::BarrierLeave:
    case Operation::FutexWait:
    case Operation::FutexResume:
    case Operation::CondWait:
    case Operation::CondWake:
    case Operation::AtomicBlockEnd:
      return false;
    default:
      return !dependence::is_refused_unlock(f);
  }
}

}  // namespace selvage::model
