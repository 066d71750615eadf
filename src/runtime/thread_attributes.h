// Scheduling attributes of modelled threads. They are kept and reported, and change nothing: every schedule is
// possible under every priority that a test machine might grant.
#pragma once

#include <pthread.h>

#include "runtime/model.h"

namespace selvage::runtime {

// What a new thread starts with: its creator's attributes, or those asked for.
void inherit_scheduling(Thread& child, const Thread& parent, const pthread_attr_t* attributes);

}  // namespace selvage::runtime
