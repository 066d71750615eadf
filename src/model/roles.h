// What operations do to each other beyond being dependent: which ones can block, and which ones let others go on.
//
// A race is two dependent operations whose order could have been the other way round. An operation that *enables*
// another (an unlock and the lock that waited for it) is dependent with it, but that order cannot be reversed:
// what can is the order of the two acquisitions.
#pragma once

#include "contract/dependence.h"

namespace selvage::model {

// There are states in which the operation cannot go on. A wait with a deadline always can: it may time out. But a
// waiter on a condition variable then still has to get its mutex.
bool may_block(const Footprint& footprint);

// An access to memory, or an attempt to acquire, that waits by going round a loop where it would change nothing. Which
// writes to memory let it go on is not told by their kind; the path knows (Path::push).
constexpr bool waits_in_loop(const Footprint& footprint) {
  if (!(footprint.flags & kEventSpin)) return false;
  switch (footprint.operation) {
    case Operation::MutexTryLock:
    case Operation::SpinTryLock:
    case Operation::SemaphoreTryWait:
    case Operation::ThreadTryJoin:
      return true;
    default:
      return dependence::is_memory(footprint);
  }
}

// An atomic block that begins with assumptions, and waits where one of them would fail (docs/assumptions.md). What it waits
// for is told by the memory that it accesses.
constexpr bool waits_for_assumptions(const Footprint& footprint) {
  return footprint.operation == Operation::AtomicBlockBegin && (footprint.flags & kEventSpin) != 0;
}

// `earlier` is of the kind that lets a blocked `later` go on (release before acquire, post before wait, ...), or that
// shows that `later` could not have gone on there either (an attempt to acquire in vain): the order of the two cannot be
// reversed, and what `later` competes with stands behind.
bool may_enable(const Footprint& earlier, const Footprint& later);

// The signal, or what comes down to one, may be what wakes this waiter.
bool may_wake(const Footprint& signal, const Footprint& waiter);

// A wait whose time-out is not explored ended by its deadline all the same: only because nobody else could go on. All that
// came before it had to.
constexpr bool ends_late(const Footprint& footprint) {
  if (dependence::is_memory(footprint) || (footprint.flags & kEventTimed) != 0) return false;
  if (footprint.operation == Operation::Sleep) return (footprint.flags & kEventFailed) == 0;
  return (footprint.flags & kEventTimedOut) != 0;
}

// Every operation on the same object is dependent with this one: whatever came before it on that object is ordered
// before it, and need not be looked at again.
bool orders_all_before(const Footprint& footprint);

}  // namespace selvage::model
