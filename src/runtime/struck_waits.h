// What a thread waits for when another one cancels or signals it, or when it comes to the wait in the midst of a step.
#pragma once

#include "runtime/model.h"

namespace selvage::runtime {

// Whoever strikes a thread that stands before a wait competes with whatever would let it go on: the operation of the current
// thread also looks at what the other one waits for. So it does where that one could go on: the order matters either way.
// Waiters on a condition: `woken` is who wakes up by it, as a thread's number and one, or 0. False: it
// may wait for something that cannot be looked at.
bool look_at_wait(const Pending& wait, uint64_t woken = 0);
// A waiter on a condition that needs only its mutex to go on: the current thread looks at that, too.
void look_at_mutex_of(const Thread& waiter);

// A thread comes to a wait inside an atomic block, or with an operation that is no scheduling point. The wait ends its step: that the
// thread could not go on depends on the holder of what it waits for, so the step looks at that.
void look_at_own_wait(const Thread& self);

// The cancellation of a thread was asked for: where that ends its wait, the wait has nothing to do any more with what it was for.
void end_wait_of_cancelled(Thread& target);

}  // namespace selvage::runtime
