// Memory and values that serve only to say until when a thread waits.
//
// A loop that waits with a new deadline in every round has the time in its memory, which is never the same twice. Where
// nothing depends on it but deadlines, which decide nothing where every wait may time out, such a round is like the one
// before (docs/fairness.md). A time that is compared with anything, or goes anywhere else, is not among these.
#pragma once

#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/IR/InstrTypes.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>

namespace selvage::instrument {

class Deadlines {
 public:
  explicit Deadlines(llvm::Module& module);

  // The clock is read for nothing else.
  bool is_for_deadline(const llvm::CallBase& clock_read) const { return clock_reads_.contains(&clock_read); }
  // What the address points into is such memory.
  bool is_deadline_memory(const llvm::Value* address) const;

 private:
  llvm::SmallPtrSet<const llvm::CallBase*, 8> clock_reads_;
  llvm::SmallPtrSet<const llvm::AllocaInst*, 8> memory_;
};

}  // namespace selvage::instrument
