// The one definition of dependence: may the order of two operations of different threads matter?
//
// Two operations that are not dependent commute: executed next to each other, in either order, they lead to the
// same state, and neither enables nor disables the other. Everything in the search rests on this relation; where
// in doubt it says "dependent", which costs executions but never an interleaving.
// Freestanding: the runtime uses it to wake sleeping threads, the explorer for everything else.
#pragma once

#include <stdint.h>

#include "contract/channel.h"
#include "contract/operations.h"
#include "contract/transfer.h"

namespace selvage {

// What of an operation dependence looks at.
struct Footprint {
  Operation operation;
  uint8_t flags;  // EventFlags, once it has been executed
  uint16_t thread;
  uint32_t size;
  uint64_t object;
  uint64_t value;
};

constexpr Footprint footprint_of(const Event& event) {
  return {event.operation, event.flags, event.thread, event.size, event.object, event.value};
}

namespace dependence {

constexpr bool in(Operation operation, Operation first, Operation last) {
  return operation >= first && operation <= last;
}

// A thread's own bookkeeping: created, joined, ended.
constexpr bool is_lifecycle(Operation o) { return in(o, Operation::ThreadBegin, Operation::ThreadExit); }
// Acts on the thread that it names at whatever step that thread takes next.
constexpr bool strikes_thread(Operation o) { return o == Operation::ThreadCancel || o == Operation::ThreadKill; }
// Who gets a signal for the process depends on which threads there are, and what they block.
constexpr bool is_to_process(const Footprint& f) {
  return f.operation == Operation::ThreadKill && (f.flags & kEventToProcess) != 0;
}
constexpr bool strikes(const Footprint& f, uint64_t thread) {
  return strikes_thread(f.operation) && (f.object == thread || is_to_process(f));
}
// Of several threads that let a signal for the process through, the first one gets it.
constexpr bool takes_process_signals(const Footprint& f) {
  return (f.operation == Operation::SignalMask || f.operation == Operation::SignalWait) &&
         (f.flags & kEventToProcess) != 0;
}

constexpr bool is_memory(const Footprint& f) { return traits(f.operation).object == ObjectKind::Memory; }
// A futex wait compares the word in memory.
constexpr bool reads_memory(const Footprint& f) { return is_memory(f) || f.operation == Operation::FutexWait; }

// A compare-exchange counts as a write where it failed as well: in another order it would have been one, and what a race
// is reversed to is told from the operation as it was executed.
constexpr bool modifies_memory(const Footprint& f) {
  return is_memory(f) && traits(f.operation).effect == Effect::Modify;
}

// Updates of one kind, and writes of one value, commute with each other (docs/commuting.md).
constexpr bool commutes(const Footprint& f) { return is_memory(f) && (f.flags & kEventCommutes) != 0; }
constexpr bool is_alike(const Footprint& a, const Footprint& b) {
  return (a.flags & b.flags & kEventCommutes) != 0 && ((a.flags ^ b.flags) & kEventUpdates) == 0 &&
         a.object == b.object && a.size == b.size && a.value == b.value;
}
// A write that nobody sees, whatever its order; but the memory has to be there.
constexpr bool is_overwritten(const Footprint& f) {
  return f.operation == Operation::Write && (f.flags & (kEventOverwritten | kEventCommutes)) == kEventOverwritten;
}
// Two accesses to memory whose order does not matter although one of them writes what the other one accesses.
constexpr bool commute(const Footprint& a, const Footprint& b) {
  if (is_overwritten(a)) return b.operation != Operation::Free;
  if (is_overwritten(b)) return a.operation != Operation::Free;
  return is_alike(a, b);
}

// What atoms of temporal properties read may change (atoms.h): in which order such changes are made can be told from the
// sequence of the atoms' values, whatever memory each of them is made to.
// The same holds for observations, where the order between channels can be seen (docs/flow.md).
constexpr bool is_seen(const Footprint& f) {
  return (modifies_memory(f) || f.operation == Operation::Observe) && (f.flags & kEventSeen) != 0;
}
// Somebody looks at what the operation does from outside: it makes a difference whether the program ends before it.
constexpr bool is_observed(const Footprint& f) { return f.operation == Operation::Observe || is_seen(f); }
constexpr bool ends_program(const Footprint& f) { return f.operation == Operation::ProcessExit; }
// Who ends the program has its handlers run, and their end is told apart from that of another that calls _exit. But once one
// thread runs handlers no other begins to.
constexpr bool ends_dependent(const Footprint& a, const Footprint& b) {
  auto joins = [](const Footprint& one, const Footprint& other) {
    return one.object == process_end::kBehindHandlers && other.object == process_end::kBegin;
  };
  return !joins(a, b) && !joins(b, a);
}

// Objects that lie in the program's memory and are known by their address.
constexpr bool lies_in_memory(ObjectKind kind) { return kind >= ObjectKind::Mutex && kind <= ObjectKind::Once; }

constexpr uint64_t width(const Footprint& f) {
  return f.operation == Operation::FutexWait ? 4 : f.size == 0 ? 1 : f.size;
}

constexpr bool overlap(const Footprint& a, const Footprint& b) {
  return a.object < b.object + width(b) && b.object < a.object + width(a);
}

// Whatever is done to an object in memory that goes, before or after.
constexpr bool frees_object(const Footprint& free, const Footprint& f) {
  if (free.operation != Operation::Free || !lies_in_memory(traits(f.operation).object)) return false;
  auto contains = [&](uint64_t address) { return address - free.object < width(free); };
  return contains(f.object) ||
         ((f.operation == Operation::CondWait || f.operation == Operation::CondWake) && contains(f.value));
}

// Mutexes, read-write locks and streams: how often the thread held the lock before it acquired it, or still holds it after
// it released it. Only the thread itself changes that, so that it is known as soon as the operation is announced.
constexpr bool counts_holdings(Operation o) {
  ObjectKind kind = traits(o).object;
  return kind == ObjectKind::Mutex || kind == ObjectKind::Rwlock || kind == ObjectKind::Stream;
}
// The lock was the thread's own and stays so, whether it was acquired once more, released once or asked for in vain:
// nobody else notices.
constexpr bool is_nested(const Footprint& f) { return counts_holdings(f.operation) && (f.value & ~kExclusively) != 0; }

// Released to wait, or re-acquired after it: a condition variable's operations that also concern their mutex.
constexpr bool uses_mutex(const Footprint& f) {
  return f.operation == Operation::CondWait || f.operation == Operation::CondWake;
}
// Refused because the thread does not hold the mutex, which nobody else can change.
constexpr bool is_refused_unlock(const Footprint& f) {
  return f.operation == Operation::MutexUnlock && (f.flags & kEventFailed) != 0;
}
// Whole critical sections do not hinder each other; whether their order matters shows in what they access.
constexpr bool is_section(const Footprint& f) {
  ObjectKind kind = traits(f.operation).object;
  return (kind == ObjectKind::Mutex || kind == ObjectKind::AtomicBlock) && (f.flags & kEventSection) != 0;
}
constexpr uint64_t mutex_of(const Footprint& f) {
  if (is_refused_unlock(f) || is_nested(f)) return 0;
  if (traits(f.operation).object == ObjectKind::Mutex) return f.object;
  return uses_mutex(f) ? f.value : 0;
}

// A waiter that was signalled has left the condition's queue before: only its mutex matters.
constexpr bool concerns_condition(const Footprint& f) {
  if (traits(f.operation).object != ObjectKind::Condition) return false;
  return f.operation != Operation::CondWake || (f.flags & (kEventTimedOut | kEventSpurious)) != 0;
}

constexpr bool is_read_lock(Operation o) {
  return o == Operation::RwlockReadLock || o == Operation::RwlockTryReadLock || o == Operation::RwlockTimedReadLock;
}
constexpr bool ends_read_lock(const Footprint& f) {
  return f.operation == Operation::RwlockUnlock && !(f.value & kExclusively);
}
// Readers come and go without meeting each other.
constexpr bool is_readers(const Footprint& f) { return is_read_lock(f.operation) || ends_read_lock(f); }

// What a handler is changed to matters to whoever sends or handles a signal.
constexpr bool concerns_handlers(Operation o) {
  return o == Operation::SignalAction || o == Operation::SignalDeliver || o == Operation::ThreadKill;
}

// Bytes come or go in one channel, and descriptors go on to stand for what they do.
constexpr bool is_transfer(const Footprint& f) {
  return (f.operation == Operation::ChannelRead || f.operation == Operation::ChannelWrite) &&
         transfer::channel(f.value) != 0;
}
constexpr bool asks_about(const Footprint& poll, const Footprint& moved) {
  return (poll.value & transfer::member(transfer::channel(moved.value))) != 0;
}
// What a descriptor stands for ends or begins: only a close, or an open in the place of another, ends a channel.
constexpr bool changes_channel(const Footprint& change, const Footprint& moved) {
  if (change.object == moved.object) return true;
  if (change.operation == Operation::ChannelOpen) return change.value == moved.object;
  if (change.operation != Operation::ChannelClose && change.operation != Operation::FileOpen) return false;
  uint64_t ends[] = {transfer::channel(change.value), transfer::written_channel(change.value)};
  for (uint64_t channel : ends) {
    if (channel == 0) continue;
    if (moved.operation == Operation::ChannelPoll ? (moved.value & transfer::member(channel)) != 0
                                                  : transfer::channel(moved.value) == channel)
      return true;
  }
  return false;
}

// Operations on single channels. (A write to none is a change of an epoll set.)
constexpr bool channels_dependent(const Footprint& a, const Footprint& b) {
  if (is_transfer(a) && is_transfer(b)) return transfer::channel(a.value) == transfer::channel(b.value);
  if (is_transfer(a)) return b.operation == Operation::ChannelPoll && asks_about(b, a);
  if (is_transfer(b)) return a.operation == Operation::ChannelPoll && asks_about(a, b);
  bool a_epoll = a.operation == Operation::ChannelWrite || (a.value & transfer::kEpoll);
  bool b_epoll = b.operation == Operation::ChannelWrite || (b.value & transfer::kEpoll);
  return a_epoll && b_epoll;
}

// Descriptors share one table: the rest, which opens and closes, is dependent with each other. Reading and writing files
// stays with it.
constexpr bool descriptors_dependent(const Footprint& a, const Footprint& b) {
  bool a_moves = in(a.operation, Operation::ChannelRead, Operation::ChannelPoll);
  bool b_moves = in(b.operation, Operation::ChannelRead, Operation::ChannelPoll);
  if (a_moves && b_moves) return channels_dependent(a, b);
  if (!a_moves && !b_moves) return true;
  const Footprint& moved = a_moves ? a : b;
  const Footprint& change = a_moves ? b : a;
  bool changes_set = moved.operation == Operation::ChannelWrite && !is_transfer(moved);
  return changes_set || changes_channel(change, moved);
}

// Keys share one table. A key that is there stays there until it is deleted.
constexpr bool keys_dependent(const Footprint& a, const Footprint& b) {
  if (a.operation == Operation::KeyUse) return b.operation == Operation::KeyDelete && a.object == b.object;
  return b.operation == Operation::KeyUse ? keys_dependent(b, a) : true;
}

constexpr bool same_object_dependent(const Footprint& a, const Footprint& b) {
  ObjectKind kind = traits(a.operation).object;
  if (kind != traits(b.operation).object) return false;
  switch (kind) {
    case ObjectKind::None:
    case ObjectKind::Process:
    case ObjectKind::Memory:
    case ObjectKind::Clock:
      return false;
    case ObjectKind::Mutex:  // see mutex_of
      return false;
    case ObjectKind::AtomicBlock:
      // A block is left in the transition of the last thing in it; what is announced afterwards does nothing.
      return a.operation == Operation::AtomicBlockBegin && b.operation == Operation::AtomicBlockBegin &&
             !(is_section(a) && is_section(b));
    case ObjectKind::Thread:
      return a.object == b.object;
    case ObjectKind::Condition:
      // Who enters or leaves a queue meets only those who look at it.
      return a.object == b.object && concerns_condition(a) && concerns_condition(b) &&
             !(uses_mutex(a) && uses_mutex(b));
    case ObjectKind::Futex:
      return a.object == b.object && (a.operation == Operation::FutexWake || b.operation == Operation::FutexWake);
    case ObjectKind::Key:
      return keys_dependent(a, b);
    case ObjectKind::Descriptor:
      return descriptors_dependent(a, b);
    case ObjectKind::Barrier:
      return a.object == b.object &&
             !(a.operation == Operation::BarrierLeave && b.operation == Operation::BarrierLeave);
    case ObjectKind::Rwlock:
      return a.object == b.object && !is_nested(a) && !is_nested(b) && !(is_readers(a) && is_readers(b));
    case ObjectKind::Stream:
      return a.object == b.object && !is_nested(a) && !is_nested(b);
    default:
      return a.object == b.object;
  }
}

}  // namespace dependence

constexpr bool dependent(const Footprint& a, const Footprint& b) {
  using namespace dependence;
  if (a.thread == b.thread) return true;
  // Accesses to memory and operations on mutexes, which most are: the rules below as far as they concern these.
  bool a_accesses = is_memory(a), b_accesses = is_memory(b);
  if (a_accesses && b_accesses)
    return ((modifies_memory(a) || modifies_memory(b)) && overlap(a, b) && !commute(a, b)) ||
           (is_seen(a) && is_seen(b));
  bool a_locks = traits(a.operation).object == ObjectKind::Mutex,
       b_locks = traits(b.operation).object == ObjectKind::Mutex;
  if (a_locks && b_locks) return mutex_of(a) != 0 && mutex_of(a) == mutex_of(b) && !(is_section(a) && is_section(b));
  if ((a_accesses || a_locks) && (b_accesses || b_locks)) return frees_object(a, b) || frees_object(b, a);
  if ((is_seen(a) && is_seen(b)) || (ends_program(a) && is_observed(b)) || (ends_program(b) && is_observed(a)))
    return true;
  if (ends_program(a) && ends_program(b)) return ends_dependent(a, b);
  if (strikes(a, b.thread) || strikes(b, a.thread)) return true;
  if (takes_process_signals(a) && takes_process_signals(b)) return true;
  if ((a.operation == Operation::SignalAction && concerns_handlers(b.operation)) ||
      (b.operation == Operation::SignalAction && concerns_handlers(a.operation)))
    return true;
  if (reads_memory(a) && reads_memory(b) && (modifies_memory(a) || modifies_memory(b)) && overlap(a, b)) return true;
  if (frees_object(a, b) || frees_object(b, a)) return true;
  if (uint64_t mutex = mutex_of(a); mutex != 0 && mutex == mutex_of(b)) return true;
  return same_object_dependent(a, b);
}

}  // namespace selvage
