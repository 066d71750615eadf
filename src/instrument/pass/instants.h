// Looks at the clock whose time is compared at once, and not kept.
//
// Where a thread reads the clock in a loop, the runtime asks the program whether a later time would take it another way before
// it does anything that others could notice (docs/spinning.md). Behind that it cannot look. But a time that everything was
// done with before, whatever way was taken, cannot matter there: neither itself, nor what was computed from it or chosen by
// it. (What is done with it behind all loops that the clock is read in, also those of callers, does not count: outside of loops
// nothing is known of how time passes anyway.) It may be computed with, stored in memory of the thread's own, handed to functions that only compute, returned, and
// carried round a loop, as long as nothing is done with it behind something that others could notice.
#pragma once

#include <llvm/ADT/SetVector.h>
#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/IR/InstrTypes.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>

#include "instrument/pass/sharing.h"

namespace selvage::instrument {

class Instants {
 public:
  Instants(llvm::Module& module, const SharingFilter& sharing);

  // Also of calls of functions that return what the clock shows.
  bool is_compared_at_once(const llvm::CallBase& clock_read) const { return clock_reads_.contains(&clock_read); }
  // A time that is kept, and only compared with such times: how far it is from them is all that matters.
  bool is_beginning(const llvm::CallBase& clock_read) const { return beginnings_.contains(&clock_read); }
  // Where such times lead the thread, on ways that may come together again with nothing that the runtime tells them by: what may
  // be shared, or be noticed by others, need not be.
  llvm::ArrayRef<llvm::BasicBlock*> sides() const { return sides_.getArrayRef(); }

 private:
  llvm::SmallPtrSet<const llvm::CallBase*, 8> clock_reads_;
  llvm::SmallPtrSet<const llvm::CallBase*, 8> beginnings_;
  llvm::SmallSetVector<llvm::BasicBlock*, 4> sides_;
};

}  // namespace selvage::instrument
