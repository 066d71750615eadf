// Thread cancellation.
#pragma once

#include <pthread.h>

#include "runtime/model.h"

namespace selvage::runtime {

// Where POSIX has a cancellation point: acts on a request that is pending and enabled. Blocking operations call it
// before they announce and after they have been chosen; a requested cancellation enables a blocked operation.
void cancellation_point();

// A request is there and may be acted upon.
inline bool cancellation_is_due(const Thread& thread) {
  return thread.cancel_requested && thread.cancel_state == PTHREAD_CANCEL_ENABLE && !thread.cancelling;
}

// A request that acts at the next scheduling point, whatever the operation. A thread that waits on a condition
// variable takes its mutex again first.
inline bool cancels_asynchronously(const Thread& thread) {
  return cancellation_is_due(thread) && thread.cancel_type == PTHREAD_CANCEL_ASYNCHRONOUS &&
         thread.pending.operation != Operation::CondWake;
}

}  // namespace selvage::runtime
