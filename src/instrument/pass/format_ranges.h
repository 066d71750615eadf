// What printf, scanf and their like read and write of their caller's memory, where their format is a constant.
#pragma once

#include <llvm/ADT/SmallVector.h>

#include <optional>

#include "instrument/pass/access.h"

namespace selvage::instrument {

// The call is one of a function that takes a format, and everything that it reads and writes because of that is announced; nothing
// where it is no such function.
std::optional<bool> announces_format(const Instrumentation& instrumentation, llvm::CallBase& call);
// Adds to `ranges` what a call of one of them accesses; nothing for other functions.
void add_format_ranges(Instrumentation& instrumentation, llvm::CallBase& call,
                       llvm::SmallVectorImpl<AccessedRange>& ranges);

}  // namespace selvage::instrument
