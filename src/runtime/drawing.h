// Policies that draw who goes next, other than the uniform draw, which the scheduler does by itself. Each is one function
// of the state and of random numbers; what they know of the program beforehand the explorer tells (Drawing).
#pragma once

#include "runtime/model.h"

namespace selvage::runtime {

// At the beginning of a schedule with such a policy.
void begin_drawing();

// One of the enabled threads, of which there is one at least.
unsigned draw_thread();

unsigned draw_by_priority();
unsigned draw_by_partial_order();
unsigned draw_by_weight();

// The thread waits for others by going round a loop, or says so: it must not keep its turn for ever.
void give_way(const Thread& self);

}  // namespace selvage::runtime
