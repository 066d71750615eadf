// Atomic blocks that begin with assumptions (docs/assumptions.md). Behind the beginning of such a block stand instructions that
// change nothing - they read, compute and branch - and calls that assume. Hooks say before the block is entered what the
// assumptions may read, on whichever way, and another one stands on all ways before the first instruction of another kind.
#pragma once

#include <llvm/ADT/SetVector.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>

#include <vector>

#include "instrument/pass/access.h"

namespace selvage::instrument {

class AssumingBlocks {
 public:
  AssumingBlocks(llvm::Module& module, const SharingFilter& sharing);

  // To be called before the accesses of these blocks get hooks: what the first action is announced by comes behind.
  void insert_hooks(Announcer& announcer) const;

 private:
  struct Reads {
    llvm::CallBase* begin;
    llvm::SmallVector<llvm::LoadInst*, 4> loads;
  };

  void look_behind(llvm::CallBase& begin);
  bool add_reads(llvm::CallBase& begin, llvm::ArrayRef<llvm::LoadInst*> loads);

  const SharingFilter& sharing_;
  std::vector<Reads> reads_;
  llvm::SetVector<llvm::Instruction*> first_actions_;
};

}  // namespace selvage::instrument
