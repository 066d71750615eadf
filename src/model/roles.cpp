#include "model/roles.h"

#include <limits.h>

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
    case Operation::SemaphoreWait:  // interrupted
      return failed(earlier);
    case Operation::SemaphoreGetValue:
      return earlier.value == 0;
    default:
      return false;
  }
}

// Lets a read, or a poll that asks for something to read, go on.
bool brings_bytes(const Footprint& earlier) {
  return earlier.operation == Operation::ChannelWrite && !failed(earlier) &&
         (earlier.value & transfer::kFoundEmpty) != 0;
}
bool found_nothing_to_read(const Footprint& earlier) {
  if (earlier.operation == Operation::ChannelPoll) return failed(earlier) && !(earlier.value & transfer::kAsksForRoom);
  return earlier.operation == Operation::ChannelRead && failed(earlier) && (earlier.value & transfer::kFoundEmpty) != 0;
}

// The same for `needed` bytes to be written.
bool makes_room(const Footprint& earlier, uint64_t needed) {
  return earlier.operation == Operation::ChannelRead && !failed(earlier) && transfer::room(earlier.value) < needed;
}
bool found_no_room(const Footprint& earlier, uint64_t needed) {
  if (earlier.operation == Operation::ChannelPoll)
    return failed(earlier) && (earlier.value & transfer::kAsksForRoom) != 0;
  return earlier.operation == Operation::ChannelWrite && failed(earlier) &&
         (earlier.value & transfer::kFoundFull) != 0 && transfer::room(earlier.value) <= needed;
}

// What goes on because of the end of a channel.
bool closes_channel(const Footprint& earlier, uint64_t channel) {
  return earlier.operation == Operation::ChannelClose && !failed(earlier) &&
         (transfer::channel(earlier.value) == channel || transfer::written_channel(earlier.value) == channel);
}

bool may_enable_transfer(const Footprint& earlier, const Footprint& later) {
  if (later.value & transfer::kFoundEnd) return closes_channel(earlier, transfer::channel(later.value));
  if (later.operation == Operation::ChannelRead) return brings_bytes(earlier) || found_nothing_to_read(earlier);
  uint64_t needed = transfer::room(later.value);
  return makes_room(earlier, needed) || found_no_room(earlier, needed);
}

// Where several things were ready, none of them was waited for.
bool may_enable_poll(const Footprint& earlier, const Footprint& later) {
  uint64_t ready = transfer::channel(later.value);
  if (ready == 0) return false;
  bool changes_set = earlier.operation == Operation::ChannelWrite && transfer::channel(earlier.value) == 0;
  if (changes_set) return earlier.object == later.object;
  if (later.value & transfer::kFoundEnd) return closes_channel(earlier, ready);
  if (!dependence::is_transfer(earlier) || transfer::channel(earlier.value) != ready) return false;
  if (later.value & transfer::kReadyForRoom) return makes_room(earlier, PIPE_BUF) || found_no_room(earlier, PIPE_BUF);
  if (later.value & transfer::kEdge) return earlier.operation == Operation::ChannelWrite && !failed(earlier);
  return brings_bytes(earlier) || found_nothing_to_read(earlier);
}

bool releases_mutex(const Footprint& earlier) {
  return !failed(earlier) && (earlier.operation == Operation::MutexUnlock || earlier.operation == Operation::CondWait);
}

}  // namespace

bool may_block(const Footprint& footprint) {
  if (waits_in_loop(footprint)) return true;
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
    case Operation::ProcessExit:
      return true;
    default:
      return false;
  }
}

bool may_enable(const Footprint& earlier, const Footprint& later) {
  // A wait that was ended by the thread's cancellation.
  if (earlier.operation == Operation::ThreadCancel && earlier.object == later.thread && failed(later)) return true;
  switch (later.operation) {
    case Operation::ThreadTryJoin:
    case Operation::ThreadJoin:
    case Operation::ThreadTimedJoin:
      // Whatever the joined thread does comes before its exit, and nothing lets it be joined any earlier. Where the join
      // was refused it did not wait for that.
      return earlier.operation == Operation::ThreadCreate || (!failed(later) && earlier.thread == later.object);
    case Operation::SignalWait:
      return earlier.operation == Operation::ThreadKill;
    case Operation::MutexTryLock:
    case Operation::MutexLock:
    case Operation::MutexTimedLock:
    case Operation::CondWake:
      return releases_mutex(earlier) || found_taken(earlier);
    case Operation::SpinTryLock:
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
    case Operation::SemaphoreTryWait:
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
    case Operation::ChannelWrite:
      return may_enable_transfer(earlier, later);
    case Operation::ChannelPoll:
      return may_enable_poll(earlier, later);
    default:
      return false;
  }
}

bool may_wake(const Footprint& signal, const Footprint& waiter) {
  if (signal.object != waiter.object) return false;
  return signal.operation == Operation::CondBroadcast ||
         (signal.operation == Operation::CondSignal && signal.value == uint64_t{waiter.thread} + 1);
}

bool orders_all_before(const Footprint& f) {
  if (dependence::is_memory(f)) return dependence::modifies_memory(f);
  if (dependence::is_readers(f) || dependence::is_nested(f) || dependence::is_section(f)) return false;
  ObjectKind kind = traits(f.operation).object;
  if (kind == ObjectKind::Descriptor || kind == ObjectKind::Key) return false;  // one table, but finer dependence
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
