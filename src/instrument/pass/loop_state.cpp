#include "instrument/pass/loop_state.h"

#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/Analysis/IteratedDominanceFrontier.h>
#include <llvm/IR/InlineAsm.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Module.h>

#include <llvm/IR/IntrinsicsX86.h>

#include "instrument/pass/library_functions.h"

namespace selvage::instrument {

using namespace llvm;

namespace {

bool gives_way(const IntrinsicInst& call) {
  return call.getIntrinsicID() == Intrinsic::x86_sse2_pause || call.isLifetimeStartOrEnd() ||
         call.isAssumeLikeIntrinsic();
}

bool has_effect(const Instruction& instruction) {
  if (const auto* call = dyn_cast<CallBase>(&instruction)) {
    return !only_gives_way(*call) && !(call->doesNotAccessMemory() && call->doesNotThrow());
  }
  // A load has none, but whether it is executed and at which address does matter: it may fault.
  if (isa<LoadInst>(instruction)) return true;
  if (isa<FenceInst>(instruction)) return false;
  if (instruction.isTerminator()) return !isa<BranchInst, SwitchInst>(instruction);
  return instruction.mayWriteToMemory();
}

class Liveness {
 public:
  Liveness(const Loop& loop, PostDominatorTree& post_dominators) : post_dominators_(post_dominators) {
    for (Instruction& instruction : instructions(*loop.getHeader()->getParent())) {
      if (has_effect(instruction)) mark(instruction);
    }
    SmallVector<BasicBlock*, 4> exiting;
    loop.getExitingBlocks(exiting);
    for (BasicBlock* block : exiting) mark(*block->getTerminator());
    while (!work_.empty()) propagate(*work_.pop_back_val());
  }

  bool is_live(const Instruction& instruction) const { return live_.contains(&instruction); }

 private:
  void mark(Instruction& instruction) {
    if (live_.insert(&instruction).second) work_.push_back(&instruction);
  }

  // Whether the block is executed has to be right.
  void mark_block(BasicBlock* block) {
    if (!live_blocks_.insert(block).second) return;
    SmallPtrSet<BasicBlock*, 1> defining = {block};
    SmallVector<BasicBlock*, 8> deciding;
    ReverseIDFCalculator frontier(post_dominators_);
    frontier.setDefiningBlocks(defining);
    frontier.calculate(deciding);
    for (BasicBlock* decision : deciding) mark(*decision->getTerminator());
  }

  void propagate(Instruction& instruction) {
    mark_block(instruction.getParent());
    for (Value* operand : instruction.operands()) {
      if (auto* producer = dyn_cast<Instruction>(operand)) mark(*producer);
    }
    if (auto* phi = dyn_cast<PHINode>(&instruction)) {
      for (BasicBlock* predecessor : phi->blocks()) mark_block(predecessor);
    }
  }

  PostDominatorTree& post_dominators_;
  SmallPtrSet<const Instruction*, 32> live_;
  SmallPtrSet<const BasicBlock*, 16> live_blocks_;
  SmallVector<Instruction*, 32> work_;
};

bool is_nonzero(const Value* value) {
  const auto* constant = dyn_cast<ConstantInt>(value);
  return constant != nullptr && !constant->isZero();
}

bool differs_from(const Value* next, const PHINode& phi) {
  if (const auto* sum = dyn_cast<BinaryOperator>(next)) {
    if (sum->getOpcode() != Instruction::Add && sum->getOpcode() != Instruction::Sub) return false;
    return sum->getOperand(0) == &phi && is_nonzero(sum->getOperand(1));
  }
  const auto* step = dyn_cast<GetElementPtrInst>(next);
  if (step == nullptr || step->getPointerOperand() != &phi || step->getNumIndices() != 1) return false;
  return step->getSourceElementType()->isSized() && is_nonzero(step->getOperand(1));
}

bool always_goes_on(const Loop& loop, const PHINode& phi) {
  for (unsigned index = 0; index < phi.getNumIncomingValues(); ++index) {
    if (loop.contains(phi.getIncomingBlock(index)) && !differs_from(phi.getIncomingValue(index), phi)) return false;
  }
  return true;
}

bool fits_into_a_word(const PHINode& phi) {
  Type* type = phi.getType();
  if (type->isPointerTy()) return type->getPointerAddressSpace() == 0;
  if (!type->isIntegerTy() && !type->isFloatingPointTy()) return false;
  return phi.getModule()->getDataLayout().getTypeSizeInBits(type) <= 64;
}

}  // namespace

bool only_gives_way(const CallBase& call) {
  if (const auto* intrinsic = dyn_cast<IntrinsicInst>(&call)) return gives_way(*intrinsic);
  if (call.isInlineAsm()) return is_pause(*cast<InlineAsm>(call.getCalledOperand()));
  const Function* callee = call.getCalledFunction();
  return callee != nullptr && callee->isDeclaration() && gives_way_to_others(callee->getName());
}

std::optional<LoopState> state_carried_round(const Loop& loop, PostDominatorTree& post_dominators) {
  LoopState state;
  const Liveness liveness(loop, post_dominators);
  for (PHINode& phi : loop.getHeader()->phis()) {
    if (!liveness.is_live(phi)) continue;
    if (always_goes_on(loop, phi) || !fits_into_a_word(phi)) return std::nullopt;
    state.push_back(&phi);
  }
  return state;
}

}  // namespace selvage::instrument
