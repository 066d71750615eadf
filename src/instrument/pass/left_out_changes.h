// Changes of memory that the analyses show to be out of other threads' reach have no hooks, and cost nothing. Formulas and
// information flow may speak of such memory all the same: they need to know when it changes. So these changes get hooks that
// are passed by until somebody asks (selvage_follows_changes), for the price of a look at a variable.
//
// Whoever evaluates an atom of the program's own code needs to know what it reads. So the same goes for what these functions,
// and those that they call, read.
#pragma once

#include <llvm/IR/Module.h>

#include "instrument/pass/access.h"

namespace selvage::instrument {

// Splits blocks: everything that knows blocks has to be done before.
void announce_left_out_changes(llvm::Module& module, Instrumentation& instrumentation);

}  // namespace selvage::instrument
