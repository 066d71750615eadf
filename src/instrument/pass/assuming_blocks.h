// Atomic blocks that begin with assumptions (docs/assumptions.md). Behind the beginning of such a block stand instructions that
// change nothing - they read, compute and branch - and calls that assume; a hook says so before the block is entered, and
// another one stands on all ways before the first instruction of another kind.
#pragma once

#include <llvm/ADT/SetVector.h>
#include <llvm/IR/Module.h>

#include "instrument/pass/announcer.h"

namespace selvage::instrument {

class AssumingBlocks {
 public:
  explicit AssumingBlocks(llvm::Module& module);

  // To be called before the accesses of these blocks get hooks: what the first action is announced by comes behind.
  void insert_hooks(Announcer& announcer) const;

 private:
  void look_behind(llvm::CallBase& begin);

  llvm::SetVector<llvm::Instruction*> begins_, first_actions_;
};

}  // namespace selvage::instrument
