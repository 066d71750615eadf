#include "instrument/pass/unread_memory.h"

#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/GlobalVariable.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>

namespace selvage::instrument {

using namespace llvm;

namespace {

const Value* variable_of(const Value* object) {
  const auto* call = dyn_cast<IntrinsicInst>(object);
  if (call == nullptr || call->getIntrinsicID() != Intrinsic::threadlocal_address) return object;
  return call->getArgOperand(0);
}

class Uses {
 public:
  explicit Uses(const Value* variable) : variable_(variable) {}

  // All uses of an address in the variable.
  bool of_address(const Value* address) {
    return all_of(address->uses(), [&](const Use& use) { return is_harmless(use); });
  }

 private:
  bool is_harmless(const Use& use) {
    const User* user = use.getUser();
    if (const auto* load = dyn_cast<LoadInst>(user)) return feeds_itself(load);
    if (isa<StoreInst>(user)) return use.getOperandNo() == StoreInst::getPointerOperandIndex();
    if (isa<GetElementPtrInst>(user)) return use.getOperandNo() == 0 && of_address(user);
    if (const auto* call = dyn_cast<IntrinsicInst>(user)) {
      if (call->getIntrinsicID() == Intrinsic::threadlocal_address) return of_address(call);
      return call->isLifetimeStartOrEnd() || call->isDroppable();
    }
    return false;
  }

  // The value goes nowhere but back, by computations without effects.
  bool feeds_itself(const Value* value) {
    if (!met_.insert(value).second) return true;
    return all_of(value->users(), [&](const User* user) {
      if (const auto* store = dyn_cast<StoreInst>(user)) {
        return store->getValueOperand() == value &&
               variable_of(getUnderlyingObject(store->getPointerOperand())) == variable_;
      }
      if (isa<BinaryOperator, CastInst, SelectInst, PHINode>(user)) return feeds_itself(user);
      return false;
    });
  }

  const Value* variable_;
  SmallPtrSet<const Value*, 8> met_;
};

}  // namespace

bool is_never_used(const Value* address) {
  SmallVector<const Value*, 4> objects;
  getUnderlyingObjects(address, objects, /*LI=*/nullptr, /*MaxLookup=*/0);
  return all_of(objects, [](const Value* object) {
    const Value* variable = variable_of(object);
    const auto* global = dyn_cast<GlobalVariable>(variable);
    bool is_own = global != nullptr ? global->hasLocalLinkage() && global->isThreadLocal() : isa<AllocaInst>(variable);
    return is_own && Uses(variable).of_address(variable);
  });
}

}  // namespace selvage::instrument
