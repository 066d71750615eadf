// Sleep sets: threads that must not be chosen because what they would do next is covered by another execution, until
// something is executed that their next operation depends on.
#pragma once

#include "runtime/model.h"

namespace selvage::runtime {

// Those of the schedule's sleepers fall asleep whose time has come.
void put_to_sleep();

// Those wake up that depend on what was executed since the last call. Before a decision: by then the outcome of the last
// step is in its event.
void wake_sleepers();

}  // namespace selvage::runtime
