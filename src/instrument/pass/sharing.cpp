#include "instrument/pass/sharing.h"

#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>

#include <vector>

#include "instrument/pass/library_functions.h"

namespace selvage::instrument {

using namespace llvm;

SharingFilter::SharingFilter(const Module& module, const ThreadEscape* threads, bool only_claims)
    : threads_(threads), only_claims_(only_claims) {
  const EscapeAnalysis escape(module);
  find_returned_arguments(module);
  find_private_locals(module, escape);
  find_private_thread_locals(module, escape);
  private_alone_ = private_;
  find_private_arguments(module, private_);
  if (threads_ != nullptr) find_private_arguments(module, private_alone_);
}

bool SharingFilter::is_private(const Value* address) const {
  Calls met;
  if (!may_be_shared(address, private_, met)) return true;
  return threads_ != nullptr && !threads_->may_be_shared_or_freed(address);
}

bool SharingFilter::is_left_out(const Value* address) const {
  Calls met;
  return threads_ != nullptr && !only_claims_ && may_be_shared(address, private_alone_, met) && is_private(address);
}

bool SharingFilter::may_be_shared(const Value* address, const Known& known, Calls& met) const {
  SmallVector<const Value*, 8> objects;
  getUnderlyingObjects(address, objects, /*LI=*/nullptr, /*MaxLookup=*/0);
  for (const Value* object : objects) {
    if (!is_private_object(object, known, met)) return true;
  }
  return false;
}

bool SharingFilter::is_private_object(const Value* object, const Known& known, Calls& met) const {
  if (known.contains(object)) return true;
  if (const auto* variable = dyn_cast<GlobalVariable>(object)) return variable->isConstant();
  if (const auto* intrinsic = dyn_cast<IntrinsicInst>(object)) {
    return intrinsic->getIntrinsicID() == Intrinsic::threadlocal_address && known.contains(intrinsic->getArgOperand(0));
  }
  if (const auto* call = dyn_cast<CallBase>(object)) return returns_private_pointer(*call, known, met);
  return isa<UndefValue>(object);
}

bool SharingFilter::returns_private_pointer(const CallBase& call, const Known& known, Calls& met) const {
  if (!met.insert(&call).second) return true;
  const Function* callee = call.getCalledFunction();
  if (callee == nullptr) return false;
  if (callee->isDeclaration()) return returns_private_memory(callee->getName());
  auto sources = returned_arguments_.find(callee);
  if (sources == returned_arguments_.end()) return false;
  for (unsigned index : sources->second) {
    if (index >= call.arg_size() || may_be_shared(call.getArgOperand(index), known, met)) return false;
  }
  return true;
}

void SharingFilter::find_returned_arguments(const Module& module) {
  for (const Function& function : module) {
    if (function.isDeclaration() || function.isInterposable() || !function.getReturnType()->isPointerTy()) continue;
    SmallVector<unsigned, 2> sources;
    bool only_arguments = true;
    for (const BasicBlock& block : function) {
      const auto* result = dyn_cast<ReturnInst>(block.getTerminator());
      if (result == nullptr) continue;
      SmallVector<const Value*, 4> objects;
      getUnderlyingObjects(result->getReturnValue(), objects, /*LI=*/nullptr, /*MaxLookup=*/0);
      for (const Value* object : objects) {
        const auto* argument = dyn_cast<Argument>(object);
        only_arguments = only_arguments && argument != nullptr;
        if (argument != nullptr) sources.push_back(argument->getArgNo());
      }
    }
    if (only_arguments && !sources.empty()) returned_arguments_[&function] = sources;
  }
}

void SharingFilter::find_private_locals(const Module& module, const EscapeAnalysis& escape) {
  for (const Function& function : module) {
    for (const Argument& argument : function.args()) {
      if (argument.hasByValAttr() && !escape.escapes(argument)) private_.insert(&argument);
    }
    for (const Instruction& instruction : instructions(function)) {
      if (isa<AllocaInst>(instruction) && !escape.escapes(instruction)) private_.insert(&instruction);
    }
  }
}

void SharingFilter::find_private_thread_locals(const Module& module, const EscapeAnalysis& escape) {
  for (const GlobalVariable& variable : module.globals()) {
    if (!variable.isThreadLocal() || !variable.hasLocalLinkage()) continue;
    bool escapes = false;
    for (const User* user : variable.users()) {
      const auto* address = dyn_cast<IntrinsicInst>(user);
      escapes = escapes || address == nullptr || address->getIntrinsicID() != Intrinsic::threadlocal_address ||
                escape.escapes(*address);
    }
    if (!escapes) private_.insert(&variable);
  }
}

// The greatest fixed point: all candidates are assumed private until a caller says otherwise.
void SharingFilter::find_private_arguments(const Module& module, Known& known) {
  std::vector<const Argument*> candidates;
  for (const Function& function : module) {
    if (function.isDeclaration() || !function.hasLocalLinkage() || function.hasAddressTaken()) continue;
    for (const Argument& argument : function.args()) {
      if (!argument.getType()->isPointerTy() || argument.hasByValAttr()) continue;
      if (known.insert(&argument).second) candidates.push_back(&argument);
    }
  }
  for (bool changed = true; changed;) {
    changed = false;
    std::erase_if(candidates, [&](const Argument* argument) {
      if (every_caller_passes_private(*argument, known)) return false;
      known.erase(argument);
      changed = true;
      return true;
    });
  }
}

bool SharingFilter::every_caller_passes_private(const Argument& argument, const Known& known) const {
  for (const User* user : argument.getParent()->users()) {
    const auto* call = dyn_cast<CallBase>(user);
    if (call == nullptr || argument.getArgNo() >= call->arg_size()) return false;
    const Value* passed = call->getArgOperand(argument.getArgNo());
    Calls met;
    if (&known == &private_ ? may_be_shared(passed) : may_be_shared(passed, known, met)) return false;
  }
  return true;
}

}  // namespace selvage::instrument
