#include "instrument/pass/instrument_pass.h"

#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Module.h>

#include <vector>

#include "instrument/pass/access.h"
#include "instrument/pass/attributes.h"
#include "instrument/pass/link_kind.h"
#include "instrument/pass/module_record.h"
#include "instrument/pass/spin_loops.h"

namespace selvage::instrument {

using namespace llvm;

namespace {

enum class Treatment { Instrument, CannotInstrument, NotOurs };

Treatment treatment(const Function& function) {
  if (function.isDeclaration() || function.hasAvailableExternallyLinkage()) return Treatment::NotOurs;
  if (function.getName().starts_with("selvage_") || function.getSection().starts_with("selvage_")) {
    return Treatment::NotOurs;
  }
  if (function.hasFnAttribute(Attribute::Naked)) return Treatment::CannotInstrument;
  return Treatment::Instrument;
}

void instrument_instruction(Instrumentation& instrumentation, Instruction& instruction) {
  if (auto* load = dyn_cast<LoadInst>(&instruction)) return instrument_load(instrumentation, *load);
  if (auto* store = dyn_cast<StoreInst>(&instruction)) return instrument_store(instrumentation, *store);
  if (auto* update = dyn_cast<AtomicRMWInst>(&instruction)) return instrument_update(instrumentation, *update);
  if (auto* exchange = dyn_cast<AtomicCmpXchgInst>(&instruction)) {
    return instrument_compare_exchange(instrumentation, *exchange);
  }
  if (auto* fence = dyn_cast<FenceInst>(&instruction)) return instrument_fence(instrumentation, *fence);
  if (auto* intrinsic = dyn_cast<IntrinsicInst>(&instruction)) {
    return instrument_intrinsic(instrumentation, *intrinsic);
  }
  if (auto* call = dyn_cast<CallBase>(&instruction)) {
    if (call->isInlineAsm()) return instrument_inline_assembly(instrumentation, *call);
    return instrument_call(instrumentation, *call);
  }
}

void instrument_function(Instrumentation& instrumentation, Function& function) {
  std::vector<Instruction*> instructions;
  for (Instruction& instruction : llvm::instructions(function)) {
    if (instruction.mayReadOrWriteMemory() || isa<CallBase>(instruction)) instructions.push_back(&instruction);
  }
  for (Instruction* instruction : instructions) instrument_instruction(instrumentation, *instruction);
}

}  // namespace

bool is_to_be_instrumented(const Function& function) { return treatment(function) == Treatment::Instrument; }

PreservedAnalyses InstrumentPass::run(Module& module, ModuleAnalysisManager& analyses) {
  static_cast<void>(analyses);
  if (has_module_record(module)) return PreservedAnalyses::all();
  const LinkKind kind = link_kind_from_environment();
  Instrumentation instrumentation{Announcer(module, kind), SharingFilter(module)};
  const SpinLoops spin_loops(module, instrumentation.sharing);
  for (Function& function : module) {
    switch (treatment(function)) {
      case Treatment::NotOurs:
        break;
      case Treatment::CannotInstrument:
        ++instrumentation.skipped_function_count;
        break;
      case Treatment::Instrument:
        instrument_function(instrumentation, function);
        mark_instrumented(function);
        break;
    }
  }
  spin_loops.insert_hooks(instrumentation.announcer);
  drop_invalid_promises(module);
  emit_module_record(module, kind, instrumentation);
  return PreservedAnalyses::none();
}

}  // namespace selvage::instrument
