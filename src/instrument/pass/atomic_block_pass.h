// Functions whose names start with __VERIFIER_atomic_ run without interruption (a convention of the verification
// suites): the pass puts their bodies into atomic blocks. It runs before anything is inlined.
#pragma once

#include <llvm/IR/PassManager.h>

namespace selvage::instrument {

class AtomicBlockPass : public llvm::PassInfoMixin<AtomicBlockPass> {
 public:
  llvm::PreservedAnalyses run(llvm::Module& module, llvm::ModuleAnalysisManager& analyses);
  static bool isRequired() { return true; }
};

}  // namespace selvage::instrument
