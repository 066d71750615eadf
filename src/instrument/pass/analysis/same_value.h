// Values that are computed twice.
#pragma once

#include <llvm/IR/Value.h>

namespace selvage::instrument {

// The same computation from the same values, whatever memory holds.
bool is_same_value(const llvm::Value* one, const llvm::Value* other, unsigned depth = 0);

}  // namespace selvage::instrument
