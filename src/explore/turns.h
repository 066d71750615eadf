// Who takes over from whom in an execution, and whether it had to be so.
#pragma once

#include <cstdint>
#include <vector>

#include "explore/target.h"

namespace selvage::explore {

enum class Turn : uint8_t {
  Kept,        // the thread of the step before goes on
  HandedOver,  // it could not go on, or only by ending the program
  TakenAway,   // it could have gone on: a preemption
};

// One per step of an execution that is there as a whole. The first step takes over from nobody.
std::vector<Turn> turns_of(const Execution& execution);

}  // namespace selvage::explore
