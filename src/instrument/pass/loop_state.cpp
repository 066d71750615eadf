#include "instrument/pass/loop_state.h"

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

LoopStates::LoopStates(Function& function) : control_(function) {
  SmallVector<const Instruction*, 32> effects;
  for (const Instruction& instruction : instructions(function)) {
    if (has_effect(instruction)) effects.push_back(&instruction);
  }
  follow(std::move(effects), live_);
}

void LoopStates::follow(SmallVector<const Instruction*, 32> open, Instructions& live) const {
  SmallPtrSet<const BasicBlock*, 16> blocks;
  auto mark = [&](const Instruction& instruction) {
    if (&live != &live_ && live_.contains(&instruction)) return;
    if (live.insert(&instruction).second) open.push_back(&instruction);
  };
  // Whether the block is executed has to be right.
  auto mark_block = [&](const BasicBlock& block) {
    if (!blocks.insert(&block).second) return;
    for (const Instruction* branch : control_.deciding(block)) mark(*branch);
  };
  live.insert(open.begin(), open.end());
  while (!open.empty()) {
    const Instruction& instruction = *open.pop_back_val();
    mark_block(*instruction.getParent());
    for (const Value* operand : instruction.operand_values()) {
      if (const auto* producer = dyn_cast<Instruction>(operand)) mark(*producer);
    }
    if (const auto* phi = dyn_cast<PHINode>(&instruction)) {
      for (const BasicBlock* predecessor : phi->blocks()) mark_block(*predecessor);
    }
  }
}

std::optional<LoopState> LoopStates::carried_round(const Loop& loop) const {
  SmallVector<BasicBlock*, 4> exiting;
  loop.getExitingBlocks(exiting);
  SmallVector<const Instruction*, 32> leaving;
  for (const BasicBlock* block : exiting) {
    if (!live_.contains(block->getTerminator())) leaving.push_back(block->getTerminator());
  }
  Instructions live;
  follow(std::move(leaving), live);
  LoopState state;
  for (PHINode& phi : loop.getHeader()->phis()) {
    if (!live_.contains(&phi) && !live.contains(&phi)) continue;
    if (always_goes_on(loop, phi) || !fits_into_a_word(phi)) return std::nullopt;
    state.push_back(&phi);
  }
  return state;
}

}  // namespace selvage::instrument
