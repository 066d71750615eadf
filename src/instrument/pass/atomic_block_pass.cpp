#include "instrument/pass/atomic_block_pass.h"

#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Module.h>

namespace selvage::instrument {

using namespace llvm;

namespace {

bool is_atomic_block(const Function& function) {
  const StringRef name = function.getName();
  if (function.isDeclaration() || !name.starts_with("__VERIFIER_atomic_")) return false;
  return name != "__VERIFIER_atomic_begin" && name != "__VERIFIER_atomic_end";
}

void call_at(Instruction& place, StringRef name) {
  IRBuilder<> builder(&place);
  builder.CreateCall(place.getModule()->getOrInsertFunction(name, builder.getVoidTy()));
}

void make_atomic(Function& function) {
  function.addFnAttr(Attribute::NoInline);  // keeps the block visible as a function in stacks
  function.removeFnAttr(Attribute::AlwaysInline);
  call_at(*function.getEntryBlock().getFirstInsertionPt(), "selvage_atomic_begin");
  for (BasicBlock& block : function) {
    if (!isa<ReturnInst>(block.getTerminator())) continue;
    Instruction* place = block.getTerminatingMustTailCall();
    call_at(place != nullptr ? *place : *block.getTerminator(), "selvage_atomic_end");
  }
}

}  // namespace

PreservedAnalyses AtomicBlockPass::run(Module& module, ModuleAnalysisManager& analyses) {
  static_cast<void>(analyses);
  bool changed = false;
  for (Function& function : module) {
    if (!is_atomic_block(function)) continue;
    make_atomic(function);
    changed = true;
  }
  return changed ? PreservedAnalyses::none() : PreservedAnalyses::all();
}

}  // namespace selvage::instrument
