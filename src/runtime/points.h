// Which announced operations are scheduling points.
//
// Some operations need none although others may wait for them: what another thread could do just before them, it could
// as well do just after the operation before them. A release of a lock is such an operation, as long as everybody who
// looks at the lock waits for it; so is the creation of a thread, and its end as long as others can only join it. They
// are executed together with the step before (and logged in it). Whoever looks at the object in another way - a
// try-lock, a time-out, its destruction - shows that it has to be a scheduling point after all: that is found and
// reported like a shared location of memory, and the search starts over.
#pragma once

#include "runtime/model.h"
#include "runtime/scheduler.h"

namespace selvage::runtime {

// What the thread has announced.
bool is_scheduling_point(const Thread& self);

// The operation looks at an object: what changes the object has to be a scheduling point.
void note_observed(const Pending& operation);

// A new thread runs up to its first operation before its creator goes on.
bool threads_start_at_once();

}  // namespace selvage::runtime
