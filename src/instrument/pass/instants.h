// Looks at the clock whose time is compared at once, and not kept.
//
// Where a thread reads the clock in a loop, the runtime asks the program whether a later time would take it another way before
// it does anything that others could notice (docs/spinning.md). Behind that it cannot look; but a time that is compared with
// something before, and is used for nothing else, cannot matter there.
#pragma once

#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/IR/InstrTypes.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>

#include "instrument/pass/sharing.h"

namespace selvage::instrument {

class Instants {
 public:
  Instants(llvm::Module& module, const SharingFilter& sharing);

  bool is_compared_at_once(const llvm::CallBase& clock_read) const { return clock_reads_.contains(&clock_read); }

 private:
  llvm::SmallPtrSet<const llvm::CallBase*, 8> clock_reads_;
};

}  // namespace selvage::instrument
