#include "instrument/pass/assuming_blocks.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>

#include <vector>

namespace selvage::instrument {

using namespace llvm;

namespace {

StringRef called_name(const CallBase& call) {
  const Function* callee = call.getCalledFunction();
  // Static functions of several files get numbers behind their names when they are linked.
  return callee == nullptr ? StringRef() : callee->getName().split('.').first;
}

bool enters_block(const CallBase& call) {
  return is_contained({"selvage_atomic_begin", "__VERIFIER_atomic_begin"}, called_name(call));
}

bool assumes(const CallBase& call) {
  return is_contained({"selvage_assume", "__VERIFIER_assume", "assume_abort_if_not"}, called_name(call));
}

bool changes_nothing(const Instruction& instruction) {
  if (const auto* intrinsic = dyn_cast<IntrinsicInst>(&instruction)) return intrinsic->isAssumeLikeIntrinsic();
  if (const auto* call = dyn_cast<CallBase>(&instruction)) return isa<CallInst>(call) && assumes(*call);
  if (instruction.isTerminator()) return isa<BranchInst>(instruction) || isa<SwitchInst>(instruction);
  return isa<LoadInst>(instruction) || (!instruction.mayHaveSideEffects() && !isa<AllocaInst>(instruction));
}

}  // namespace

AssumingBlocks::AssumingBlocks(Module& module) {
  for (Function& function : module) {
    for (Instruction& instruction : instructions(function)) {
      auto* call = dyn_cast<CallInst>(&instruction);
      if (call != nullptr && enters_block(*call)) look_behind(*call);
    }
  }
}

void AssumingBlocks::look_behind(CallBase& begin) {
  SetVector<Instruction*> actions;
  SetVector<BasicBlock*> reached;
  bool any = false;
  auto look_from = [&](Instruction* first) {
    for (Instruction* at = first; at != nullptr; at = at->getNextNode()) {
      if (!changes_nothing(*at)) {
        actions.insert(at);
        return;
      }
      any |= isa<CallInst>(at) && !isa<IntrinsicInst>(at);
      if (at->isTerminator()) reached.insert(succ_begin(at->getParent()), succ_end(at->getParent()));
    }
  };
  look_from(begin.getNextNode());
  for (size_t i = 0; i < reached.size(); ++i) look_from(&*reached[i]->getFirstInsertionPt());
  if (!any) return;
  begins_.insert(&begin);
  first_actions_.insert(actions.begin(), actions.end());
}

void AssumingBlocks::insert_hooks(Announcer& announcer) const {
  for (Instruction* begin : begins_) announcer.assumptions(*begin);
  for (Instruction* action : first_actions_) announcer.block_acts(*action);
}

}  // namespace selvage::instrument
