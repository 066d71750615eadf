// Volatile variables as C programs used them before C11, to hand values from thread to thread: with
// --selvage-volatile=atomic a volatile access to a word is an atomic one, sequentially consistent.
//
// What is more than one access (an increment) stays more than one.
#pragma once

#include <llvm/IR/PassManager.h>

#include "instrument/pass/volatile_setting.h"

namespace selvage::instrument {

// Whether the environment says so.
bool makes_volatiles_atomic();

class VolatilePass : public llvm::PassInfoMixin<VolatilePass> {
 public:
  llvm::PreservedAnalyses run(llvm::Module& module, llvm::ModuleAnalysisManager& analyses);
  static bool isRequired() { return true; }
};

}  // namespace selvage::instrument
