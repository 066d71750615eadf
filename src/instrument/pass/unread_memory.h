// Memory that is only written: counters that nobody looks at.
#pragma once

#include <llvm/IR/Value.h>

namespace selvage::instrument {

// Every object that `address` may point into is a variable of this program whose value is used for nothing but its own
// next value. What is written to it makes no difference.
bool is_never_used(const llvm::Value* address);

}  // namespace selvage::instrument
