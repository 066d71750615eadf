// What changes something whenever it is executed: a loop that does so each time round does not wait by going round.
#pragma once

#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/Analysis/LoopInfo.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/Module.h>

namespace selvage::instrument {

class CertainEffects {
 public:
  explicit CertainEffects(llvm::Module& module);

  // No iteration goes without one.
  bool in_every_iteration(const llvm::Loop& loop, const llvm::DominatorTree& dominators) const;

 private:
  bool has_effect(const llvm::Instruction& instruction) const;
  bool in_block(const llvm::BasicBlock& block) const;
  bool in_every_call(llvm::Function& function) const;

  llvm::SmallPtrSet<const llvm::Function*, 16> functions_;  // every call of which has one
};

}  // namespace selvage::instrument
