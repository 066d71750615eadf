// Bodies that headers show of functions which are defined elsewhere as well: for inlining, and for nothing else. They stand in
// the module beside the calls, and would be inlined without a hook.
//
// The standard library of C++ has the functions of the templates that it instantiates itself (streams): a call goes there, and
// is known for one of code that is not seen. All others, as C's inline functions, become part of the program.
#pragma once

#include <llvm/IR/PassManager.h>

namespace selvage::instrument {

class InlineBodiesPass : public llvm::PassInfoMixin<InlineBodiesPass> {
 public:
  llvm::PreservedAnalyses run(llvm::Module& module, llvm::ModuleAnalysisManager& analyses);
  static bool isRequired() { return true; }
};

}  // namespace selvage::instrument
