#include "instrument/pass/dead_memory.h"

#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/DataLayout.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Module.h>

#include "instrument/pass/library_functions.h"

namespace selvage::instrument {

using namespace llvm;

namespace {

class Variable {
 public:
  explicit Variable(const AllocaInst& memory) : memory_(memory) {
    all_known_ = memory.isStaticAlloca() && collect(memory);
  }

  // On every way from there it is given a value before anything else is done with it.
  bool is_dead_at(const BasicBlock& header) const {
    if (!all_known_) return false;
    SmallPtrSet<const BasicBlock*, 16> met;
    SmallVector<const BasicBlock*, 8> work = {&header};
    while (!work.empty()) {
      const BasicBlock* block = work.pop_back_val();
      if (!met.insert(block).second) continue;
      const Instruction* first = first_use(*block);
      if (first == nullptr) {
        work.append(succ_begin(block), succ_end(block));
      } else if (!overwrites(*first)) {
        return false;
      }
    }
    return true;
  }

 private:
  // False: the address gets to where it cannot be followed.
  bool collect(const Value& address) {
    return all_of(address.users(), [&](const User* user) {
      const auto* instruction = dyn_cast<Instruction>(user);
      if (instruction == nullptr || isa<PHINode, SelectInst, PtrToIntInst>(user)) return false;
      if (isa<GetElementPtrInst, BitCastInst>(user)) return collect(*user);
      if (const auto* store = dyn_cast<StoreInst>(user); store != nullptr && store->getValueOperand() == &address)
        return false;
      users_.insert(instruction);
      is_kept_ |= keeps(*instruction, address);
      return true;
    });
  }

  // Whoever is called may keep the address, and read from it later.
  static bool keeps(const Instruction& instruction, const Value& address) {
    const auto* call = dyn_cast<CallBase>(&instruction);
    if (call == nullptr || isa<IntrinsicInst>(call)) return false;
    const Function* callee = call->getCalledFunction();
    for (unsigned i = 0; i < call->arg_size(); ++i) {
      bool is_named = callee != nullptr && callee->isDeclaration() && keeps_no_pointer(callee->getName(), i);
      if (call->getArgOperand(i) == &address && !call->doesNotCapture(i) && !is_named) return true;
    }
    return false;
  }

  const Instruction* first_use(const BasicBlock& block) const {
    for (const Instruction& instruction : block) {
      if (!users_.contains(&instruction)) continue;
      const auto* intrinsic = dyn_cast<IntrinsicInst>(&instruction);
      if (intrinsic == nullptr || intrinsic->getIntrinsicID() != Intrinsic::lifetime_end) return &instruction;
    }
    return nullptr;
  }

  // Once the lifetime of a variable is over, nobody may read from it, whoever has kept its address.
  bool overwrites(const Instruction& instruction) const {
    if (const auto* intrinsic = dyn_cast<IntrinsicInst>(&instruction)) {
      return intrinsic->getIntrinsicID() == Intrinsic::lifetime_start;
    }
    if (is_kept_) return false;
    const DataLayout& layout = memory_.getModule()->getDataLayout();
    std::optional<TypeSize> size = memory_.getAllocationSize(layout);
    if (!size || size->isScalable()) return false;
    if (const auto* store = dyn_cast<StoreInst>(&instruction)) {
      return store->getPointerOperand() == &memory_ &&
             layout.getTypeStoreSize(store->getValueOperand()->getType()) >= *size;
    }
    const auto* call = dyn_cast<CallBase>(&instruction);
    if (call == nullptr) return false;
    std::optional<ClockRead> read = clock_read(*call);
    return read && read->size != 0 && read->size >= *size && call->getArgOperand(read->address_argument) == &memory_;
  }

  const AllocaInst& memory_;
  SmallPtrSet<const Instruction*, 16> users_;
  bool is_kept_ = false;
  bool all_known_ = false;
};

}  // namespace

bool DeadMemory::is_dead_at_headers(const Value* address) {
  const Value* object = getUnderlyingObject(address);
  if (const auto* argument = dyn_cast<Argument>(object)) return every_caller_passes_dead(*argument);
  const auto* memory = dyn_cast<AllocaInst>(object);
  if (memory == nullptr) return false;
  // A variable of a function that is called in a loop does not outlive the call, also where it is inlined.
  auto headers = headers_.find(memory->getFunction());
  if (headers == headers_.end()) return true;
  auto [entry, is_new] = known_.try_emplace(memory, false);
  if (!is_new) return entry->second;
  const Variable variable(*memory);
  bool dead = all_of(headers->second, [&](const BasicBlock* header) { return variable.is_dead_at(*header); });
  return known_[memory] = dead;
}

bool DeadMemory::every_caller_passes_dead(const Argument& argument) {
  const Function& function = *argument.getParent();
  if (argument.hasByValAttr() || !function.hasLocalLinkage()) return false;
  // It outlives the iterations of a loop in this function, and is not looked at there.
  if (headers_.contains(&function)) return false;
  // Of a function that calls itself nothing is known.
  auto [entry, is_new] = known_.try_emplace(&argument, false);
  if (!is_new) return entry->second;
  bool dead = all_of(function.uses(), [&](const Use& use) {
    const auto* call = dyn_cast<CallBase>(use.getUser());
    if (call == nullptr || !call->isCallee(&use) || argument.getArgNo() >= call->arg_size()) return false;
    return is_dead_at_headers(call->getArgOperand(argument.getArgNo()));
  });
  return known_[&argument] = dead;
}

}  // namespace selvage::instrument
