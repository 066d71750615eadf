// Sleep sets: threads that must not be chosen because what they would do next is covered by another execution, until
// something is executed that their next operation depends on.
#pragma once

#include "runtime/model.h"

namespace selvage::runtime {

// Those of the schedule's sleepers fall asleep whose time has come.
void put_to_sleep();

// `self` does its pending operation: sleepers that depend on it wake up. Only called while anyone sleeps.
void wake_dependent_sleepers(const Thread& self);

}  // namespace selvage::runtime
