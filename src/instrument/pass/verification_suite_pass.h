// Functions that programs of the verification suites define themselves, and whose names say more than their bodies: the
// pass gives them the meaning that the suites do.
//
//   assume_abort_if_not   aborts where its condition is false; the execution is not to count, and is not a finding
//   reach_error           calling it is the error, also where its body returns
#pragma once

#include <llvm/IR/PassManager.h>

namespace selvage::instrument {

class VerificationSuitePass : public llvm::PassInfoMixin<VerificationSuitePass> {
 public:
  llvm::PreservedAnalyses run(llvm::Module& module, llvm::ModuleAnalysisManager& analyses);
  static bool isRequired() { return true; }
};

}  // namespace selvage::instrument
