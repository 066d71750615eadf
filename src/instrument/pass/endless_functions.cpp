#include "instrument/pass/endless_functions.h"

#include <llvm/ADT/DepthFirstIterator.h>
#include <llvm/ADT/STLExtras.h>
#include <llvm/Analysis/CFG.h>
#include <llvm/IR/CFG.h>
#include <llvm/IR/InstrTypes.h>
#include <llvm/IR/Instructions.h>

#include "instrument/pass/instrument_pass.h"

namespace selvage::instrument {

using namespace llvm;

namespace {

bool ends_thread(const Instruction& instruction) {
  const auto* call = dyn_cast<CallBase>(&instruction);
  const Function* callee = call == nullptr ? nullptr : call->getCalledFunction();
  return callee != nullptr && (callee->getName() == "pthread_exit" || callee->getName() == "thrd_exit");
}

// Neither a return nor the end of the thread can be come to, and there is a loop: a function that only ends the program, or
// throws, has none.
bool is_endless(const Function& function) {
  for (const BasicBlock* block : depth_first(&function)) {
    if (isa<ReturnInst>(block->getTerminator()) || any_of(*block, ends_thread)) return false;
  }
  SmallVector<std::pair<const BasicBlock*, const BasicBlock*>, 4> back;
  FindFunctionBackedges(function, back);
  return !back.empty();
}

}  // namespace

void mark_endless_functions(Module& module, Announcer& announcer) {
  for (Function& function : module) {
    if (!is_to_be_instrumented(function) || !is_endless(function)) continue;
    announcer.endless_function(function);
    // Its frame tells whether a thread is still in it.
    if (!function.hasFnAttribute(Attribute::AlwaysInline)) function.addFnAttr(Attribute::NoInline);
  }
}

}  // namespace selvage::instrument
