// Branches of one function: which of them decide whether a block is executed.
#pragma once

#include <llvm/ADT/DenseMap.h>
#include <llvm/ADT/SmallVector.h>
#include <llvm/Analysis/PostDominators.h>
#include <llvm/IR/Function.h>

namespace selvage::instrument {

// Successors without those that a constant rules out, also one that a called function always returns.
llvm::SmallVector<const llvm::BasicBlock*, 2> possible_successors(const llvm::BasicBlock& block);

class ControlFlow {
 public:
  explicit ControlFlow(const llvm::Function& function);

  // Terminators that decide whether the block is executed (Ferrante, Ottenstein and Warren). Loops are taken to end.
  llvm::ArrayRef<const llvm::Instruction*> deciding(const llvm::BasicBlock& block) const;

 private:
  llvm::PostDominatorTree post_dominators_;
  llvm::DenseMap<const llvm::BasicBlock*, llvm::SmallVector<const llvm::Instruction*, 2>> deciding_;
};

}  // namespace selvage::instrument
