#include "instrument/pass/analysis/control_flow.h"

#include <llvm/IR/CFG.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/Instructions.h>

#include "instrument/pass/analysis/points_to.h"

namespace selvage::instrument {

using namespace llvm;

namespace {

const ConstantInt* constant_result(const Function& function) {
  if (!is_analysed(function)) return nullptr;
  const ConstantInt* result = nullptr;
  for (const BasicBlock& block : function) {
    const auto* end = dyn_cast<ReturnInst>(block.getTerminator());
    if (end == nullptr) continue;
    const auto* value = dyn_cast_or_null<ConstantInt>(end->getReturnValue());
    if (value == nullptr || (result != nullptr && result != value)) return nullptr;
    result = value;
  }
  return result;
}

const ConstantInt* constant_value(const Value* value) {
  if (const auto* constant = dyn_cast<ConstantInt>(value)) return constant;
  const auto* call = dyn_cast<CallBase>(value);
  const Function* callee = call == nullptr || call->isInlineAsm() ? nullptr : direct_callee(*call);
  return callee == nullptr ? nullptr : constant_result(*callee);
}

// The truth of a condition where it does not depend on anything.
std::optional<bool> decided(const Value* condition) {
  if (const ConstantInt* constant = constant_value(condition)) return !constant->isZero();
  const auto* comparison = dyn_cast<ICmpInst>(condition);
  if (comparison == nullptr) return std::nullopt;
  const ConstantInt* left = constant_value(comparison->getOperand(0));
  const ConstantInt* right = constant_value(comparison->getOperand(1));
  if (left == nullptr || right == nullptr) return std::nullopt;
  return ICmpInst::compare(left->getValue(), right->getValue(), comparison->getPredicate());
}

}  // namespace

SmallVector<const BasicBlock*, 2> possible_successors(const BasicBlock& block) {
  const auto* branch = dyn_cast<BranchInst>(block.getTerminator());
  if (branch != nullptr && branch->isConditional()) {
    if (std::optional<bool> truth = decided(branch->getCondition())) return {branch->getSuccessor(*truth ? 0 : 1)};
  }
  SmallVector<const BasicBlock*, 2> result;
  for (const BasicBlock* successor : successors(&block)) {
    if (!is_contained(result, successor)) result.push_back(successor);
  }
  return result;
}

ControlFlow::ControlFlow(const Function& function) : post_dominators_(const_cast<Function&>(function)) {
  for (const BasicBlock& block : function) {
    if (block.getTerminator()->getNumSuccessors() < 2) continue;
    const auto* own = post_dominators_.getNode(&block);
    const auto* meeting = own == nullptr ? nullptr : own->getIDom();
    for (const BasicBlock* successor : successors(&block)) {
      for (const auto* node = post_dominators_.getNode(successor); node != nullptr && node != meeting;
           node = node->getIDom()) {
        if (node->getBlock() == nullptr) break;
        auto& list = deciding_[node->getBlock()];
        // Blocks come one after the other.
        if (list.empty() || list.back() != block.getTerminator()) list.push_back(block.getTerminator());
      }
    }
  }
}

ArrayRef<const Instruction*> ControlFlow::deciding(const BasicBlock& block) const {
  auto entry = deciding_.find(&block);
  if (entry == deciding_.end()) return {};
  return entry->second;
}

}  // namespace selvage::instrument
