// Where the program goes on after calls of code that is not seen, and where such code may call the program back: the runtime
// has to know whose code a thread is in (docs/libraries.md).
#pragma once

#include "instrument/pass/access.h"

namespace selvage::instrument {

// To be called once everything else has been inserted that goes by blocks and loops.
void mark_ways_back(llvm::Module& module, Instrumentation& instrumentation);

}  // namespace selvage::instrument
