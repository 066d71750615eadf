// Leaving a thread from the middle: pthread_exit and cancellation.
#pragma once

namespace selvage::runtime {

// Before the snapshot: finds the unwinder, loading its library where the program has not, and lets it initialise
// itself, so that unwinding within an execution changes nothing outside the thread's own stack.
void prepare_unwinding();

}  // namespace selvage::runtime
