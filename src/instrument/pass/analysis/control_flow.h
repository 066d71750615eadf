// Branches of one function: which of them decide whether a block is executed, and where their sides meet again.
#pragma once

#include <llvm/ADT/DenseMap.h>
#include <llvm/ADT/SetVector.h>
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
  // The blocks that a side of the branch can lead through before all sides meet, if they do before the function ends.
  llvm::SmallSetVector<const llvm::BasicBlock*, 8> region(const llvm::BasicBlock& branch,
                                                          const llvm::BasicBlock& side) const;

 private:
  llvm::PostDominatorTree post_dominators_;
  llvm::DenseMap<const llvm::BasicBlock*, llvm::SmallVector<const llvm::Instruction*, 2>> deciding_;
};

}  // namespace selvage::instrument
