// Names memory the way its programmer would: `counter`, `account.balance`, `queue->slots[...]`.
#pragma once

#include <llvm/IR/DataLayout.h>
#include <llvm/IR/Value.h>

#include <cstdint>
#include <string>

namespace selvage::instrument {

// The source expression for `size` bytes at `address`, from debug information; empty where it gives none. Size 0 means
// a whole object of unknown size.
std::string variable_name(const llvm::DataLayout& layout, const llvm::Value* address, uint64_t size);

}  // namespace selvage::instrument
