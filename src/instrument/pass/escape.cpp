#include "instrument/pass/escape.h"

#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/IntrinsicInst.h>

#include <vector>

#include "instrument/pass/library_functions.h"

namespace selvage::instrument {

using namespace llvm;

namespace {

constexpr size_t kMaxUses = 4096;  // of one object; with more it counts as escaped

// The value computed by `user` from the pointer is again that pointer, or contains it.
bool passes_on(const User& user) {
  return isa<GetElementPtrInst, BitCastInst, AddrSpaceCastInst, PHINode, SelectInst, FreezeInst, InsertValueInst,
             ExtractValueInst>(user);
}

// An integer made from the pointer that is only compared or subtracted from another one.
bool is_used_as_number_only(const User& conversion) {
  for (const User* user : conversion.users()) {
    if (isa<ICmpInst>(user)) continue;
    const auto* operation = dyn_cast<BinaryOperator>(user);
    const bool is_distance = operation != nullptr && operation->getOpcode() == Instruction::Sub &&
                             isa<PtrToIntInst>(operation->getOperand(0)) && isa<PtrToIntInst>(operation->getOperand(1));
    if (!is_distance) return false;
  }
  return true;
}

// The use only accesses the memory, or looks at the address without making it reachable.
bool is_harmless(const Use& use) {
  const User& user = *use.getUser();
  if (isa<LoadInst, ICmpInst, VAArgInst>(user)) return true;
  if (isa<StoreInst>(user)) return use.getOperandNo() == StoreInst::getPointerOperandIndex();
  if (isa<AtomicRMWInst>(user)) return use.getOperandNo() == AtomicRMWInst::getPointerOperandIndex();
  if (isa<AtomicCmpXchgInst>(user)) return use.getOperandNo() == AtomicCmpXchgInst::getPointerOperandIndex();
  return isa<PtrToIntInst>(user) && is_used_as_number_only(user);
}

}  // namespace

EscapeAnalysis::EscapeAnalysis(const Module& module) {
  std::vector<const Argument*> open;
  for (const Function& function : module) {
    if (function.isDeclaration() || function.isInterposable()) continue;
    for (const Argument& argument : function.args()) {
      if (!argument.getType()->isPointerTy()) continue;
      arguments_[&argument] = {};
      open.push_back(&argument);
    }
  }
  for (bool changed = true; changed;) {
    changed = false;
    std::erase_if(open, [&](const Argument* argument) {
      const Flow flow = follow(*argument);
      changed = changed || flow != arguments_[argument];
      arguments_[argument] = flow;
      return flow.escapes;
    });
  }
}

bool EscapeAnalysis::escapes(const Value& address) const {
  const Flow flow = follow(address);
  return flow.escapes || flow.is_returned;
}

EscapeAnalysis::Flow EscapeAnalysis::follow(const Value& address) const {
  Flow result;
  SmallPtrSet<const Value*, 16> seen;
  SmallVector<const Value*, 16> open = {&address};
  size_t uses = 0;
  while (!open.empty()) {
    const Value* value = open.pop_back_val();
    if (!seen.insert(value).second) continue;
    for (const Use& use : value->uses()) {
      const User* user = use.getUser();
      Flow flow;
      if (++uses > kMaxUses) {
        flow.escapes = true;
      } else if (passes_on(*user)) {
        open.push_back(user);
      } else if (isa<ReturnInst>(user)) {
        result.is_returned = true;
      } else if (const auto* call = dyn_cast<CallBase>(user)) {
        flow = flow_into_call(*call, use);
        if (flow.is_returned) open.push_back(call);
      } else {
        flow.escapes = !is_harmless(use);
      }
      if (flow.escapes) return {.escapes = true, .is_returned = result.is_returned};
    }
  }
  return result;
}

// Here `is_returned` says that the call's result may be the pointer.
EscapeAnalysis::Flow EscapeAnalysis::flow_into_call(const CallBase& call, const Use& use) const {
  constexpr Flow kStays = {};
  constexpr Flow kEscapes = {.escapes = true};
  if (call.isCallee(&use)) return kStays;
  if (!call.isArgOperand(&use)) return kEscapes;
  const unsigned index = call.getArgOperandNo(&use);
  if (call.isByValArgument(index)) return kStays;
  if (isIntrinsicReturningPointerAliasingArgumentWithoutCapturing(&call, /*MustPreserveNullness=*/false)) {
    return {.is_returned = true};
  }
  const Function* callee = call.getCalledFunction();
  if (callee != nullptr && index < callee->arg_size()) {
    auto known = arguments_.find(callee->getArg(index));
    if (known != arguments_.end()) return known->second;
  }
  const bool is_library = callee != nullptr && callee->isDeclaration();
  if (call.doesNotCapture(index) || (is_library && keeps_no_pointer(callee->getName(), index))) {
    return {.is_returned = call.paramHasAttr(index, Attribute::Returned)};
  }
  return kEscapes;
}

}  // namespace selvage::instrument
