// What the parts of the scheduler have in common: how an announced operation gets its turn. For modelled operations,
// scheduler.h is enough.
#pragma once

#include <stdint.h>

#include "contract/dependence.h"
#include "runtime/cancellation.h"
#include "runtime/enabledness.h"
#include "runtime/model.h"
#include "runtime/signals.h"

namespace selvage::runtime {

// Whether the thread is enabled, from its pending operation.
void evaluate(Thread& t);

// The announcing thread's operation is in `pending`: lets the schedule choose, and returns when it chose this thread.
void wait_to_be_chosen(Thread& self);

// What the thread has announced.
inline Footprint footprint_of_pending(const Thread& t) {
  return {t.pending.operation, t.pending.flags, t.number, t.pending.size, t.pending.object, t.pending.value};
}

// Uniformly among 0 .. bound - 1.
unsigned random_below(unsigned bound);

// Something other than the announced operation is due when a thread is chosen. A request for cancellation that waits for a
// cancellation point is not: the thread goes on as without it, and its rounds are followed.
inline bool wants_attention(const Thread& t) {
  return deliverable_signals(t) || (t.cancel_requested && cancellation_ends_wait(t));
}

enum class Attention { Perform, AnnounceAgain, Interrupted };

// The thread was chosen: an asynchronous cancellation ends it here; a signal is handled in this step, and the
// operation is announced again unless it was a wait that the signal ends.
Attention attend(Thread& self);

inline bool modifies(Operation operation) {
  return operation >= Operation::Write && operation <= Operation::AtomicCompareExchange &&
         operation != Operation::AtomicLoad;
}

// An access by a thread that is followed through its loops (loop_announcements.cpp).
void announce_access_in_loop(Thread& self, Operation operation, const void* address, uint32_t size, uint64_t value,
                             uint32_t site, uint8_t flags);
// A write is about to be executed: what it writes over may have to be known (spinning.h).
void remember(const Thread& self, const void* address, uint32_t size);

}  // namespace selvage::runtime
