#include "instrument/pass/endless_functions.h"

#include <llvm/ADT/DepthFirstIterator.h>
#include <llvm/ADT/STLExtras.h>
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

// Neither a return nor the end of the thread can be come to, and the thread can go on for ever: a function that only ends the
// program, or throws, has no loop to come back to.
bool is_endless(const Function& function) {
  bool goes_back = false;
  SmallPtrSet<const BasicBlock*, 16> met;
  for (const BasicBlock* block : depth_first(&function)) {
    met.insert(block);
    if (isa<ReturnInst>(block->getTerminator()) || any_of(*block, ends_thread)) return false;
    goes_back |= any_of(successors(block), [&](const BasicBlock* next) { return met.contains(next); });
  }
  return goes_back;
}

}  // namespace

void mark_endless_functions(Module& module, Announcer& announcer) {
  for (Function& function : module) {
    if (is_to_be_instrumented(function) && is_endless(function)) announcer.endless_function(function);
  }
}

}  // namespace selvage::instrument
