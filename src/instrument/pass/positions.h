// Marks where functions are entered and left, for atoms that ask where threads are (contract/positions.h).
//
// All functions of the program's own code, because which of them are asked for is not known before a check. Until one is, each
// mark costs a look at a variable. Inserted last: for all analyses a function is what was written.
#pragma once

#include <llvm/IR/Module.h>

#include "instrument/pass/announcer.h"

namespace selvage::instrument {

void mark_positions(llvm::Module& module, Announcer& announcer);

}  // namespace selvage::instrument
