// What a block of the heap is allocated for: the type that `new` names, or that of the pointer that the block is kept in.
#pragma once

#include <llvm/IR/InstrTypes.h>

#include <cstdint>
#include <string>

namespace selvage::instrument {

struct AllocatedType {
  std::string name;   // "Node"; empty: unknown
  uint32_t size = 0;  // of one; the block may hold several
};

AllocatedType allocated_type(const llvm::CallBase& call);

}  // namespace selvage::instrument
