// What accesses do to memory, where that is enough to see that they commute: updates whose result nobody uses, writes of
// a constant, and writes that their own thread writes over (docs/commuting.md).
#pragma once

#include <llvm/ADT/DenseMap.h>
#include <llvm/ADT/DenseSet.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>

#include "contract/facts.h"

namespace selvage::instrument {

class Updates {
 public:
  explicit Updates(const llvm::Module& module);

  Update kind(const llvm::Instruction& instruction) const { return kinds_.lookup(&instruction); }
  bool is_overwritten(const llvm::Instruction& instruction) const { return overwritten_.contains(&instruction); }
  static bool writes_constant(const llvm::Instruction& instruction);

 private:
  void look_at(const llvm::AtomicRMWInst& update);
  void look_at(const llvm::StoreInst& store);

  llvm::DenseMap<const llvm::Instruction*, Update> kinds_;
  llvm::DenseSet<const llvm::Instruction*> overwritten_;
};

}  // namespace selvage::instrument
