// Where threads are (contract/positions.h): the functions that they have entered and not left, as far as atoms ask for them.
//
// Cells and stacks of entered functions are part of the snapshot; which functions are asked for is not.
#pragma once

#include <stdint.h>

#include "runtime/host.h"
#include "runtime/model.h"

namespace selvage::runtime {

// The configuration is known.
void initialise_positions();
// An entry of the table of shared locations with the code Function or Position.
void take_position_entry(SharedLocation entry);
// The value of AtomCode::Position. The memory that it depends on goes to `note`.
bool is_at_position(int64_t operand, void (*note)(uint64_t address, uint64_t size));
// The thread ends, from wherever it is.
void leave_all_positions(Thread& self);

}  // namespace selvage::runtime
