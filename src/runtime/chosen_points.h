// Scheduling points that were chosen one by one (contract/chosen_points.h): instructions, and functions that points have
// to be in or must not be in.
#pragma once

#include <stdint.h>

#include "contract/chosen_points.h"
#include "contract/operations.h"

namespace selvage::runtime {

// An entry of the table for which is_chosen_entry holds. Outside the snapshot, like all of the table.
void take_chosen_entry(SharedLocation entry);

// Some plain accesses are points although the configuration names none.
bool has_chosen_instructions();

// Whether an operation here is a scheduling point, as far as the configuration and what was chosen say.
bool may_be_point(Operation operation, uint32_t site);

// By its instruction alone: whatever else is known of the memory that it accesses.
bool is_chosen_instruction(Operation operation, uint32_t site);

}  // namespace selvage::runtime
