// One-time initialisation: pthread_once, call_once and function-local statics share it. While a thread initialises,
// it holds the object; whether the initialisation is done is in the program's own memory, where compiled code and
// constructors of once flags at recycled addresses read and write it.
#pragma once

#include "runtime/model.h"

namespace selvage::runtime {

// Returns when no other thread initialises; then the caller looks whether it is done, and calls one of the others.
Object& begin_once(const void* control);
// The current thread is the one to initialise.
void hold_once(Object& once);
// The initialisation is over; `done` is false where it was left by an exception or cancellation. What must be
// stored in the program's memory is stored by `finish` once the operation has been scheduled.
void end_once(const void* control, bool done, void (*finish)(void* control));

}  // namespace selvage::runtime
