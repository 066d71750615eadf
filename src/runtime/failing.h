// A thread is about to fail. What others do between its last operation and its end may matter to them, so that failing is a
// step of its own, in which others can go first.
//
// Only a search that goes on behind failures has use for that. It shows when one has happened: then kFailureSteps is found, and
// the search starts over.
#pragma once

#include <stdint.h>

#include "contract/channel.h"

namespace selvage::runtime {

// Called where the program asks for its own end.
void come_to_failure();

// An access to memory that never is any, as by a null pointer: whether it is a step.
inline constexpr uint64_t kNoMemory = 4096;  // addresses below are none
bool fails_in_step(uint64_t address);

}  // namespace selvage::runtime
