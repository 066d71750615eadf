#include "instrument/pass/volatile_pass.h"

#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>
#include <stdlib.h>
#include <string.h>

namespace selvage::instrument {

using namespace llvm;

namespace {

// Processors read and write those at once.
bool is_word(const DataLayout& layout, Type* type, Align alignment) {
  if (!type->isIntegerTy() && !type->isPointerTy() && !type->isFloatTy() && !type->isDoubleTy()) return false;
  const uint64_t bits = layout.getTypeSizeInBits(type).getFixedValue();
  const bool is_power_of_two = bits == 8 || bits == 16 || bits == 32 || bits == 64;
  return is_power_of_two && alignment.value() * 8 >= bits;
}

template <typename Access>
bool make_atomic(const DataLayout& layout, Access* access, Type* type) {
  if (!access->isVolatile() || access->isAtomic() || !is_word(layout, type, access->getAlign())) return false;
  access->setAtomic(AtomicOrdering::SequentiallyConsistent);
  return true;
}

}  // namespace

bool makes_volatiles_atomic() {
  const char* setting = getenv(kVolatileVariable);
  return setting != nullptr && strcmp(setting, "atomic") == 0;
}

PreservedAnalyses VolatilePass::run(Module& module, ModuleAnalysisManager& analyses) {
  static_cast<void>(analyses);
  if (!makes_volatiles_atomic()) return PreservedAnalyses::all();
  const DataLayout& layout = module.getDataLayout();
  bool changed = false;
  for (Function& function : module) {
    for (Instruction& instruction : instructions(function)) {
      if (auto* load = dyn_cast<LoadInst>(&instruction)) changed |= make_atomic(layout, load, load->getType());
      if (auto* store = dyn_cast<StoreInst>(&instruction)) {
        changed |= make_atomic(layout, store, store->getValueOperand()->getType());
      }
    }
  }
  return changed ? PreservedAnalyses::none() : PreservedAnalyses::all();
}

}  // namespace selvage::instrument
