#include "instrument/pass/deadlines.h"

#include <llvm/ADT/SetVector.h>
#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/IntrinsicInst.h>

#include "instrument/pass/library_functions.h"

namespace selvage::instrument {

using namespace llvm;

namespace {

StringRef called_name(const CallBase& call) {
  const Function* callee = call.getCalledFunction();
  return callee != nullptr && callee->isDeclaration() ? callee->getName() : StringRef();
}

bool reads_clock(const CallBase& call) { return called_name(call) == "clock_gettime" && call.arg_size() == 2; }

// Everything that the time in a piece of memory gets into.
class Flow {
 public:
  explicit Flow(const AllocaInst& origin) { memory_.insert(&origin); }

  bool ends_in_deadlines() {
    for (size_t i = 0, k = 0; i < memory_.size() || k < values_.size();) {
      bool fits = i < memory_.size() ? follow_address(*memory_[i++]) : follow_value(*values_[k++]);
      if (!fits) return false;
    }
    return true;
  }
  ArrayRef<const AllocaInst*> memory() const { return memory_.getArrayRef(); }

 private:
  bool follow_address(const Value& address) {
    return all_of(address.uses(), [&](const Use& use) { return follow_address(use); });
  }

  bool follow_address(const Use& use) {
    const User* user = use.getUser();
    if (isa<GetElementPtrInst, BitCastInst>(user)) return follow_address(*user);
    if (isa<LoadInst>(user)) return values_.insert(user), true;
    if (const auto* store = dyn_cast<StoreInst>(user)) return store->getPointerOperand() == use.get();
    const auto* call = dyn_cast<CallBase>(user);
    if (call == nullptr || !call->isArgOperand(&use)) return false;
    if (const auto* intrinsic = dyn_cast<IntrinsicInst>(call)) return follow_intrinsic(*intrinsic, use);
    unsigned argument = call->getArgOperandNo(&use);
    return (reads_clock(*call) && argument == 1) || is_deadline(called_name(*call), argument);
  }

  bool follow_intrinsic(const IntrinsicInst& call, const Use& use) {
    if (call.isLifetimeStartOrEnd()) return true;
    const auto* copy = dyn_cast<AnyMemTransferInst>(&call);
    return copy != nullptr && (call.getArgOperandNo(&use) == 0 || goes_into(copy->getRawDest()));
  }

  bool follow_value(const Value& value) {
    return all_of(value.uses(), [&](const Use& use) {
      const User* user = use.getUser();
      if (isa<BinaryOperator, CastInst, PHINode, ExtractValueInst, InsertValueInst>(user))
        return values_.insert(user), true;
      if (const auto* store = dyn_cast<StoreInst>(user)) return goes_into(store->getPointerOperand());
      if (const auto* end = dyn_cast<ReturnInst>(user)) return follow_result(*end->getFunction());
      return false;
    });
  }

  bool goes_into(const Value* address) {
    const auto* memory = dyn_cast<AllocaInst>(getUnderlyingObject(address));
    if (memory != nullptr) memory_.insert(memory);
    return memory != nullptr;
  }

  bool follow_result(const Function& function) {
    if (!function.hasLocalLinkage()) return false;
    return all_of(function.uses(), [&](const Use& use) {
      const auto* call = dyn_cast<CallBase>(use.getUser());
      if (call == nullptr || !call->isCallee(&use)) return false;
      values_.insert(call);
      return true;
    });
  }

  SmallSetVector<const AllocaInst*, 4> memory_;
  SmallSetVector<const Value*, 8> values_;
};

// Timed waits of std::condition_variable, which are templates: they read the clock to come by a deadline, and again
// afterwards to say whether it has passed.
bool is_timed_wait(const Function& function) {
  StringRef name = function.getName();
  if (!name.consume_front("_ZNSt18condition_variable") && !name.consume_front("_ZNSt3_V222condition_variable_any"))
    return false;
  return name.starts_with("8wait_for") || name.starts_with("10wait_until") || name.starts_with("17__wait_until_impl");
}

// Nobody looks at whether it has. With a predicate, what is returned is what the predicate says.
bool returns_nothing_about_time(const Function& function) {
  if (function.getReturnType()->isIntegerTy(1)) return true;
  return all_of(function.uses(), [&](const Use& use) {
    const auto* call = dyn_cast<CallBase>(use.getUser());
    if (call == nullptr || !call->isCallee(&use)) return false;
    if (call->use_empty()) return true;
    const Function& caller = *call->getFunction();
    return &caller != &function && is_timed_wait(caller) && returns_nothing_about_time(caller);
  });
}

}  // namespace

Deadlines::Deadlines(Module& module) {
  for (Function& function : module) {
    if (!is_timed_wait(function) || !returns_nothing_about_time(function)) continue;
    for (BasicBlock& block : function) {
      for (Instruction& instruction : block) {
        const auto* call = dyn_cast<CallBase>(&instruction);
        if (call != nullptr && clock_read(called_name(*call))) clock_reads_.insert(call);
      }
    }
  }
  for (Function& function : module) {
    for (BasicBlock& block : function) {
      for (Instruction& instruction : block) {
        const auto* call = dyn_cast<CallBase>(&instruction);
        if (call == nullptr || !reads_clock(*call)) continue;
        const auto* memory = dyn_cast<AllocaInst>(getUnderlyingObject(call->getArgOperand(1)));
        if (memory == nullptr) continue;
        Flow flow(*memory);
        if (!flow.ends_in_deadlines()) continue;
        clock_reads_.insert(call);
        memory_.insert(flow.memory().begin(), flow.memory().end());
      }
    }
  }
}

bool Deadlines::is_deadline_memory(const Value* address) const {
  const auto* memory = dyn_cast<AllocaInst>(getUnderlyingObject(address));
  return memory != nullptr && memory_.contains(memory);
}

}  // namespace selvage::instrument
