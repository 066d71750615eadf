#include "instrument/pass/verification_suite_pass.h"

#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Module.h>

namespace selvage::instrument {

using namespace llvm;

namespace {

// Static functions of several files get numbers behind their names when they are linked.
bool is_named(const Function& function, StringRef name) {
  return function.getName().split('.').first == name && !function.isDeclaration();
}

void assume_argument(Function& function) {
  IRBuilder<> builder(&*function.getEntryBlock().getFirstInsertionPt());
  Value* holds = builder.CreateIsNotNull(function.getArg(0));
  Value* condition = builder.CreateZExt(holds, builder.getInt32Ty());
  builder.CreateCall(
      function.getParent()->getOrInsertFunction("selvage_assume", builder.getVoidTy(), builder.getInt32Ty()),
      condition);
}

void fail_at_return(Function& function) {
  for (BasicBlock& block : function) {
    if (!isa<ReturnInst>(block.getTerminator())) continue;
    IRBuilder<> builder(block.getTerminator());
    builder.CreateCall(function.getParent()->getOrInsertFunction("__VERIFIER_error", builder.getVoidTy()));
  }
}

}  // namespace

PreservedAnalyses VerificationSuitePass::run(Module& module, ModuleAnalysisManager& analyses) {
  static_cast<void>(analyses);
  bool changed = false;
  for (Function& function : module) {
    if (is_named(function, "assume_abort_if_not") && function.arg_size() == 1 &&
        function.getArg(0)->getType()->isIntegerTy()) {
      assume_argument(function);
      changed = true;
    } else if (is_named(function, "reach_error")) {
      fail_at_return(function);
      changed = true;
    }
  }
  return changed ? PreservedAnalyses::none() : PreservedAnalyses::all();
}

}  // namespace selvage::instrument
