#include "instrument/pass/quiet_functions.h"

#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Module.h>

#include "instrument/pass/library_functions.h"

namespace selvage::instrument {

using namespace llvm;

namespace {

inline constexpr unsigned kMaxDepth = 8;

StringRef library_name(const CallBase& call) {
  const Function* callee = call.getCalledFunction();
  return callee != nullptr && callee->isDeclaration() ? callee->getName() : StringRef();
}

}  // namespace

bool QuietFunctions::may_be_noticed(const Instruction& instruction) {
  if (const auto* load = dyn_cast<LoadInst>(&instruction)) return sharing_.may_be_shared(load->getPointerOperand());
  if (const auto* store = dyn_cast<StoreInst>(&instruction)) return sharing_.may_be_shared(store->getPointerOperand());
  if (const auto* call = dyn_cast<CallBase>(&instruction)) return call_may_be_noticed(*call);
  return instruction.mayReadOrWriteMemory() || isa<ResumeInst, CatchPadInst, CleanupPadInst>(instruction);
}

bool QuietFunctions::call_may_be_noticed(const CallBase& call) {
  if (const auto* intrinsic = dyn_cast<IntrinsicInst>(&call)) {
    if (intrinsic->isLifetimeStartOrEnd() || intrinsic->isAssumeLikeIntrinsic()) return false;
    if (const auto* copy = dyn_cast<MemTransferInst>(intrinsic))
      return sharing_.may_be_shared(copy->getRawDest()) || sharing_.may_be_shared(copy->getRawSource());
    if (const auto* fill = dyn_cast<MemSetInst>(intrinsic)) return sharing_.may_be_shared(fill->getRawDest());
    return !call.doesNotAccessMemory();
  }
  if (call.isInlineAsm()) return true;
  if (call.doesNotAccessMemory() && call.doesNotThrow()) return false;
  StringRef name = library_name(call);
  return name != "difftime" && !gives_way_to_others(name) && !is_quiet(call.getCalledFunction());
}

bool QuietFunctions::is_quiet(const Function* function) {
  if (function == nullptr || function->isDeclaration()) return false;
  // Of one that calls itself nothing is known.
  auto [entry, is_new] = known_.try_emplace(function, false);
  if (!is_new) return entry->second;
  for (const BasicBlock& block : *function) {
    if (any_of(block, [&](const Instruction& instruction) { return may_be_noticed(instruction); })) return false;
  }
  return known_[function] = true;
}

bool QuietFunctions::may_write(const Value& address, unsigned depth) {
  if (depth > kMaxDepth) return true;
  return any_of(address.uses(), [&](const Use& use) {
    const User* user = use.getUser();
    if (isa<LoadInst, ICmpInst>(user)) return false;
    if (isa<GetElementPtrInst, CastInst>(user)) return may_write(*user, depth + 1);
    const auto* call = dyn_cast<CallBase>(user);
    if (call == nullptr || !call->isArgOperand(&use)) return true;
    unsigned argument = call->getArgOperandNo(&use);
    if (const auto* copy = dyn_cast<MemTransferInst>(call)) return argument == 0 && copy != nullptr;
    if (call->onlyReadsMemory(argument) && call->doesNotCapture(argument)) return false;
    const Function* callee = call->getCalledFunction();
    if (!is_quiet(callee) || argument >= callee->arg_size()) return true;
    return may_write(*callee->getArg(argument), depth + 1);
  });
}

bool QuietFunctions::overwrites(const Function& function, unsigned argument, uint64_t size) const {
  if (function.isDeclaration() || argument >= function.arg_size()) return false;
  const DataLayout& layout = function.getParent()->getDataLayout();
  const Value* address = function.getArg(argument);
  // What stands in the first block is done by every call.
  return any_of(function.getEntryBlock(), [&](const Instruction& instruction) {
    if (const auto* store = dyn_cast<StoreInst>(&instruction)) {
      return store->getPointerOperand() == address &&
             layout.getTypeStoreSize(store->getValueOperand()->getType()).getKnownMinValue() >= size;
    }
    const auto* call = dyn_cast<CallBase>(&instruction);
    const Function* callee = call == nullptr ? nullptr : call->getCalledFunction();
    if (callee == nullptr || callee == &function) return false;
    for (unsigned i = 0; i < call->arg_size(); ++i) {
      if (call->getArgOperand(i) == address && overwrites(*callee, i, size)) return true;
    }
    return false;
  });
}

}  // namespace selvage::instrument
