// Writes the table of instrumented functions; runs at the end of the link-time pipeline.
#pragma once

#include <llvm/IR/PassManager.h>

namespace selvage::instrument {

class FunctionTablePass : public llvm::PassInfoMixin<FunctionTablePass> {
 public:
  llvm::PreservedAnalyses run(llvm::Module& module, llvm::ModuleAnalysisManager& analyses);
  static bool isRequired() { return true; }
};

}  // namespace selvage::instrument
