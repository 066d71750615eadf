#include "instrument/pass/analysis/updates.h"

#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>

#include "instrument/pass/analysis/points_to.h"
#include "instrument/pass/analysis/same_value.h"

namespace selvage::instrument {

using namespace llvm;

namespace {

constexpr unsigned kFarthest = 256;  // instructions of one block that are looked at behind a load or a store

Update kind_of(AtomicRMWInst::BinOp operation) {
  switch (operation) {
    case AtomicRMWInst::Add:
    case AtomicRMWInst::Sub:
      return Update::Add;
    case AtomicRMWInst::Or:
      return Update::Or;
    case AtomicRMWInst::And:
      return Update::And;
    case AtomicRMWInst::Xor:
      return Update::Xor;
    case AtomicRMWInst::Max:
      return Update::Maximum;
    case AtomicRMWInst::Min:
      return Update::Minimum;
    case AtomicRMWInst::UMax:
      return Update::UnsignedMaximum;
    case AtomicRMWInst::UMin:
      return Update::UnsignedMinimum;
    default:
      return Update::None;
  }
}

Update kind_of(const BinaryOperator& operation) {
  switch (operation.getOpcode()) {
    case Instruction::Add:
    case Instruction::Sub:
      return Update::Add;
    case Instruction::Or:
      return Update::Or;
    case Instruction::And:
      return Update::And;
    case Instruction::Xor:
      return Update::Xor;
    default:
      return Update::None;
  }
}

// What it computes serves for nothing, as far as a few instructions show.
bool is_unused(const Instruction& instruction, unsigned depth = 0) {
  constexpr unsigned kDeepest = 4;
  if (depth == kDeepest) return false;
  for (const User* user : instruction.users()) {
    const auto* next = dyn_cast<Instruction>(user);
    const bool computes = next != nullptr && (isa<BinaryOperator>(next) || isa<CastInst>(next));
    if (!computes || next->isIntDivRem() || !is_unused(*next, depth + 1)) return false;
  }
  return true;
}

bool is_plain(const LoadInst& load) { return !load.isVolatile() && !load.isAtomic(); }
bool is_plain(const StoreInst& store) { return !store.isVolatile() && !store.isAtomic(); }

// A value that is only made wider, or narrower again, on its way: sums modulo a power of two do not mind.
const Value* without_casts(const Value* value, bool to_narrower) {
  while (const auto* cast = dyn_cast<CastInst>(value)) {
    const bool fits = to_narrower ? isa<TruncInst>(cast) : isa<SExtInst>(cast) || isa<ZExtInst>(cast);
    if (!fits || !cast->hasOneUse()) break;
    value = cast->getOperand(0);
  }
  return value;
}

// The memory that two addresses point to is different for certain.
bool are_different_objects(const Value* one, const Value* other) {
  const Value *a = getUnderlyingObject(one), *b = getUnderlyingObject(other);
  auto is_object = [](const Value* value) { return isa<GlobalVariable>(value) || isa<AllocaInst>(value); };
  return a != b && is_object(a) && is_object(b);
}

// From the load to the store nothing is written, nobody is called, and the block goes on.
bool is_undisturbed(const LoadInst& load, const StoreInst& store) {
  if (load.getParent() != store.getParent()) return false;
  unsigned distance = 0;
  for (const Instruction* at = load.getNextNode(); at != nullptr; at = at->getNextNode()) {
    if (at == &store) return true;
    if (isa<DbgInfoIntrinsic>(at)) continue;
    if (++distance > kFarthest) return false;
    if (at->mayWriteToMemory() || isa<CallBase>(at) || at->isAtomic() || at->isVolatile()) return false;
  }
  return false;
}

}  // namespace

bool Updates::writes_constant(const Instruction& instruction) {
  const auto* store = dyn_cast<StoreInst>(&instruction);
  if (store == nullptr) return false;
  const auto* number = dyn_cast<ConstantInt>(store->getValueOperand());
  return (number != nullptr && number->getBitWidth() <= 64) || isa<ConstantPointerNull>(store->getValueOperand());
}

void Updates::look_at(const AtomicRMWInst& update) {
  if (const Update kind = kind_of(update.getOperation()); kind != Update::None && is_unused(update))
    kinds_[&update] = kind;
}

void Updates::look_at(const StoreInst& store) {
  if (!is_plain(store)) return;
  const Value* address = store.getPointerOperand();
  Type* type = store.getValueOperand()->getType();
  const Value* computed = without_casts(store.getValueOperand(), true);
  if (const auto* operation = dyn_cast<BinaryOperator>(computed); operation != nullptr && operation->hasOneUse()) {
    const unsigned operands = operation->getOpcode() == Instruction::Sub ? 1 : 2;
    for (unsigned i = 0; i < operands && kind_of(*operation) != Update::None; ++i) {
      const auto* load = dyn_cast<LoadInst>(without_casts(operation->getOperand(i), false));
      if (load == nullptr || !load->hasOneUse() || !is_plain(*load) || load->getType() != type) continue;
      if (!is_same_value(load->getPointerOperand(), address) || !is_undisturbed(*load, store)) continue;
      kinds_[load] = kinds_[&store] = kind_of(*operation);
      break;
    }
  }
  const DataLayout& layout = store.getModule()->getDataLayout();
  unsigned distance = 0;
  for (const Instruction* at = store.getNextNode(); at != nullptr; at = at->getNextNode()) {
    if (isa<DbgInfoIntrinsic>(at)) continue;
    if (++distance > kFarthest) return;
    if (isa<CallBase>(at) || at->isAtomic() || at->isVolatile() || at->isTerminator()) return;
    const auto* next = dyn_cast<StoreInst>(at);
    if (next != nullptr && is_same_value(next->getPointerOperand(), address) &&
        layout.getTypeStoreSize(next->getValueOperand()->getType()) >= layout.getTypeStoreSize(type))
      break;
    if (next != nullptr || !at->mayReadFromMemory()) continue;
    const auto* load = dyn_cast<LoadInst>(at);
    if (load == nullptr || !are_different_objects(load->getPointerOperand(), address)) return;
  }
  overwritten_.insert(&store);
}

Updates::Updates(const Module& module) {
  for (const Function& function : module) {
    if (!is_analysed(function)) continue;
    for (const Instruction& instruction : instructions(function)) {
      if (const auto* update = dyn_cast<AtomicRMWInst>(&instruction)) look_at(*update);
      if (const auto* store = dyn_cast<StoreInst>(&instruction)) look_at(*store);
    }
  }
}

}  // namespace selvage::instrument
