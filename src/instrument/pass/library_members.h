// What members of classes of the C++ library, and operators on its streams, access, told from their mangled names.
#pragma once

#include <llvm/ADT/StringRef.h>

#include <vector>

#include "instrument/pass/library_functions.h"

namespace selvage::instrument {

// `object`: the argument that is the object. Behind it there may be more that is not known.
void add_ranges_of_member(llvm::StringRef name, unsigned object, std::vector<MemoryRange>& ranges);

}  // namespace selvage::instrument
