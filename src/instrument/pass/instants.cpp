#include "instrument/pass/instants.h"

#include <llvm/ADT/SetVector.h>
#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/IntrinsicInst.h>

#include "instrument/pass/library_functions.h"

namespace selvage::instrument {

using namespace llvm;

namespace {

std::optional<ClockRead> clock_read_by(const Instruction& instruction) {
  const auto* call = dyn_cast<CallBase>(&instruction);
  const Function* callee = call == nullptr ? nullptr : call->getCalledFunction();
  return callee == nullptr || !callee->isDeclaration() ? std::nullopt : clock_read(callee->getName());
}

bool only_computes(const CallBase& call) {
  const Function* callee = call.getCalledFunction();
  return call.doesNotAccessMemory() ||
         (callee != nullptr && callee->isDeclaration() && callee->getName() == "difftime");
}

// The memory that the time is written to, where all of it is known: it is loaded from, and nothing else.
const AllocaInst* own_memory(const CallBase& call, const ClockRead& read) {
  return dyn_cast<AllocaInst>(getUnderlyingObject(call.getArgOperand(read.address_argument)));
}

class Uses {
 public:
  Uses(const SharingFilter& sharing, const CallBase& read) : sharing_(sharing), read_(read) {}

  bool are_comparisons_at_once(const ClockRead& kind) {
    if (!read_.getType()->isVoidTy() && !follow(read_)) return false;
    if (kind.size == 0 || isa<ConstantPointerNull>(read_.getArgOperand(kind.address_argument))) return true;
    const AllocaInst* memory = own_memory(read_, kind);
    return memory != nullptr && follow_address(*memory);
  }

 private:
  bool follow_address(const Value& address) {
    return all_of(address.users(), [&](const User* user) {
      const auto& instruction = *cast<Instruction>(user);
      if (isa<GetElementPtrInst>(user)) return follow_address(*user);
      if (isa<LoadInst>(user)) return is_at_once(instruction) && follow(instruction);
      if (const auto* intrinsic = dyn_cast<IntrinsicInst>(user)) return intrinsic->isLifetimeStartOrEnd();
      return user == &read_;
    });
  }

  bool follow(const Instruction& value) {
    if (!met_.insert(&value)) return true;
    return all_of(value.users(), [&](const User* user) {
      const auto& instruction = *cast<Instruction>(user);
      const auto* call = dyn_cast<CallBase>(user);
      bool computes = isa<BinaryOperator, UnaryOperator, CastInst, CmpInst, SelectInst, ExtractValueInst>(user) ||
                      (call != nullptr && only_computes(*call));
      if (computes) return is_at_once(instruction) && follow(instruction);
      return isa<BranchInst, SwitchInst>(user) && is_at_once(instruction);
    });
  }

  // Nothing that others could notice lies between the look at the clock and the instruction.
  bool is_at_once(const Instruction& instruction) const {
    const BasicBlock* block = instruction.getParent();
    const Instruction* at = &instruction;
    for (;;) {
      while ((at = at->getPrevNode()) != nullptr) {
        if (at == &read_) return true;
        if (may_be_noticed(*at)) return false;
      }
      block = block->getSinglePredecessor();
      if (block == nullptr || block == instruction.getParent()) return false;
      at = block->getTerminator();
    }
  }

  bool may_be_noticed(const Instruction& instruction) const {
    if (const auto* load = dyn_cast<LoadInst>(&instruction)) return sharing_.may_be_shared(load->getPointerOperand());
    const auto* call = dyn_cast<CallBase>(&instruction);
    if (call == nullptr) return instruction.mayReadOrWriteMemory();
    if (const auto* intrinsic = dyn_cast<IntrinsicInst>(call)) {
      return !intrinsic->isLifetimeStartOrEnd() && !intrinsic->isAssumeLikeIntrinsic();
    }
    return !only_computes(*call);
  }

  const SharingFilter& sharing_;
  const CallBase& read_;
  SmallSetVector<const Instruction*, 8> met_;
};

}  // namespace

Instants::Instants(Module& module, const SharingFilter& sharing) {
  for (Function& function : module) {
    for (BasicBlock& block : function) {
      for (Instruction& instruction : block) {
        std::optional<ClockRead> kind = clock_read_by(instruction);
        if (!kind) continue;
        auto& call = cast<CallBase>(instruction);
        if (Uses(sharing, call).are_comparisons_at_once(*kind)) clock_reads_.insert(&call);
      }
    }
  }
}

}  // namespace selvage::instrument
