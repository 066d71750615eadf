#include "instrument/pass/certain_effects.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>

#include "instrument/pass/instrument_pass.h"
#include "instrument/pass/library_functions.h"
#include "instrument/pass/loop_state.h"

namespace selvage::instrument {

using namespace llvm;

CertainEffects::CertainEffects(Module& module) {
  // Functions call each other: until nothing is added.
  for (bool added = true; added;) {
    added = false;
    for (Function& function : module) {
      if (!is_to_be_instrumented(function) || functions_.contains(&function) || !in_every_call(function)) continue;
      functions_.insert(&function);
      added = true;
    }
  }
}

bool CertainEffects::has_effect(const Instruction& instruction) const {
  const auto* call = dyn_cast<CallBase>(&instruction);
  if (call == nullptr || isa<IntrinsicInst>(call) || call->isInlineAsm()) return false;
  const Function* callee = call->getCalledFunction();
  if (callee == nullptr) return false;
  if (!callee->isDeclaration()) return functions_.contains(callee);
  if (call->doesNotAccessMemory() || only_gives_way(*call)) return false;
  return !reports_its_effects(callee->getName());
}

bool CertainEffects::in_block(const BasicBlock& block) const {
  return any_of(block, [&](const Instruction& instruction) { return has_effect(instruction); });
}

bool CertainEffects::in_every_call(Function& function) const {
  SmallVector<const BasicBlock*, 4> candidates;
  for (const BasicBlock& block : function) {
    if (in_block(block)) candidates.push_back(&block);
  }
  if (candidates.empty()) return false;
  const DominatorTree dominators(function);
  return any_of(candidates, [&](const BasicBlock* candidate) {
    return all_of(function, [&](const BasicBlock& block) {
      return !isa<ReturnInst>(block.getTerminator()) || dominators.dominates(candidate, &block);
    });
  });
}

bool CertainEffects::in_every_iteration(const Loop& loop, const DominatorTree& dominators) const {
  SmallVector<BasicBlock*, 4> latches;
  loop.getLoopLatches(latches);
  return any_of(loop.blocks(), [&](const BasicBlock* block) {
    return in_block(*block) &&
           all_of(latches, [&](const BasicBlock* latch) { return dominators.dominates(block, latch); });
  });
}

}  // namespace selvage::instrument
