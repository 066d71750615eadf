#include "instrument/pass/assuming_blocks.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>

#include "contract/hooks.h"

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

AssumingBlocks::AssumingBlocks(Module& module, const SharingFilter& sharing) : sharing_(sharing) {
  for (Function& function : module) {
    for (Instruction& instruction : instructions(function)) {
      auto* call = dyn_cast<CallInst>(&instruction);
      if (call != nullptr && enters_block(*call)) look_behind(*call);
    }
  }
}

void AssumingBlocks::look_behind(CallBase& begin) {
  SetVector<Instruction*> actions;
  SmallVector<LoadInst*, 8> loads;
  SetVector<BasicBlock*> reached;
  bool any = false;
  auto look_from = [&](Instruction* first) {
    for (Instruction* at = first; at != nullptr; at = at->getNextNode()) {
      if (!changes_nothing(*at)) {
        actions.insert(at);
        return;
      }
      any |= isa<CallInst>(at) && !isa<IntrinsicInst>(at);
      if (auto* load = dyn_cast<LoadInst>(at)) loads.push_back(load);
      if (at->isTerminator()) reached.insert(succ_begin(at->getParent()), succ_end(at->getParent()));
    }
  };
  look_from(begin.getNextNode());
  for (size_t i = 0; i < reached.size(); ++i) look_from(&*reached[i]->getFirstInsertionPt());
  if (any && add_reads(begin, loads)) first_actions_.insert(actions.begin(), actions.end());
}

// False: what the assumptions read is not known when the block is entered, or is nothing that others could change.
bool AssumingBlocks::add_reads(CallBase& begin, ArrayRef<LoadInst*> loads) {
  const DataLayout& layout = begin.getModule()->getDataLayout();
  const DominatorTree dominators(*begin.getFunction());
  Reads reads{&begin, {}};
  for (LoadInst* load : loads) {
    const Value* address = load->getPointerOperand();
    if (sharing_.is_private(address)) continue;
    TypeSize size = layout.getTypeStoreSize(load->getType());
    if (size.isScalable() || size.getFixedValue() > 8) return false;
    const auto* computed = dyn_cast<Instruction>(address);
    if (computed != nullptr && !dominators.dominates(computed, &begin)) return false;
    auto is_same = [&](const LoadInst* other) {
      return other->getPointerOperand() == address && other->getType() == load->getType();
    };
    if (none_of(reads.loads, is_same)) reads.loads.push_back(load);
  }
  if (reads.loads.empty() || reads.loads.size() > selvage::kMostAssumed) return false;
  reads_.push_back(std::move(reads));
  return true;
}

void AssumingBlocks::insert_hooks(Announcer& announcer) const {
  for (const Reads& block : reads_) {
    for (LoadInst* load : block.loads) announcer.assumption(*block.begin, *load);
  }
  for (Instruction* action : first_actions_) announcer.block_acts(*action);
}

}  // namespace selvage::instrument
