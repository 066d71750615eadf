// Local variables that hold nothing at the headers of loops: whatever an iteration left in them is overwritten before it is
// read. Temporary objects, variables of a loop's body, and times that are read anew in every iteration.
#pragma once

#include <llvm/ADT/DenseMap.h>
#include <llvm/ADT/SmallVector.h>
#include <llvm/IR/Instructions.h>

namespace selvage::instrument {

class DeadMemory {
 public:
  // The header of a loop that reports it.
  void add_header(llvm::BasicBlock& header) { headers_[header.getParent()].push_back(&header); }

  // What `address` points into is such a variable, at every header that was added of its function.
  bool is_dead_at_headers(const llvm::Value* address);

 private:
  bool every_caller_passes_dead(const llvm::Argument& argument);

  llvm::DenseMap<const llvm::Function*, llvm::SmallVector<llvm::BasicBlock*, 4>> headers_;
  llvm::DenseMap<const llvm::Value*, bool> known_;  // of local variables, and of what arguments point to
};

}  // namespace selvage::instrument
