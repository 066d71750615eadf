// What printf, scanf and their like read and write of their caller's memory, where their format is a constant.
#pragma once

#include <llvm/ADT/SmallVector.h>

#include "instrument/pass/access.h"

namespace selvage::instrument {

// Adds to `ranges` what a call of one of them accesses; nothing for other functions.
void add_format_ranges(Instrumentation& instrumentation, llvm::CallBase& call,
                       llvm::SmallVectorImpl<AccessedRange>& ranges);

}  // namespace selvage::instrument
