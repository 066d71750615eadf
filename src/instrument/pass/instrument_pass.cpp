#include "instrument/pass/instrument_pass.h"

#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Module.h>

#include <vector>

#include "instrument/pass/access.h"
#include "instrument/pass/analysis/program_analysis.h"
#include "instrument/pass/assuming_blocks.h"
#include "instrument/pass/attributes.h"
#include "instrument/pass/clock_reads.h"
#include "instrument/pass/debug_variables.h"
#include "instrument/pass/endless_functions.h"
#include "instrument/pass/left_out_changes.h"
#include "instrument/pass/link_kind.h"
#include "instrument/pass/main_return.h"
#include "instrument/pass/module_record.h"
#include "instrument/pass/positions.h"
#include "instrument/pass/spin_loops.h"
#include "instrument/pass/unseen_calls.h"
#include "instrument/pass/volatile_pass.h"
#include "instrument/pass/weaker_orders.h"

namespace selvage::instrument {

using namespace llvm;

namespace {

enum class Treatment { Instrument, CannotInstrument, NotOurs };

Treatment treatment(const Function& function) {
  if (function.isDeclaration() || function.hasAvailableExternallyLinkage()) return Treatment::NotOurs;
  // The program's own atoms (selvage.h) are looked at for what they read.
  bool is_runtime = function.getName().starts_with("selvage_") && !function.getName().starts_with("selvage_atom_");
  if (is_runtime || function.getSection().starts_with("selvage_")) {
    return Treatment::NotOurs;
  }
  if (function.hasFnAttribute(Attribute::Naked)) return Treatment::CannotInstrument;
  return Treatment::Instrument;
}

bool is_hook(const Instruction& instruction) {
  const auto* call = dyn_cast<CallBase>(&instruction);
  const Function* callee = call == nullptr ? nullptr : call->getCalledFunction();
  return callee != nullptr && callee->getName().starts_with("selvage_hook_");
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
    if (is_hook(instruction)) continue;
    if (instruction.mayReadOrWriteMemory() || isa<CallBase>(instruction)) instructions.push_back(&instruction);
  }
  for (Instruction* instruction : instructions) instrument_instruction(instrumentation, *instruction);
}

// Marks the sites that would not be there. What they access gets granules of its own in the runtime's table.
void make_claims(Module& module, Instrumentation& instrumentation) {
  SiteTable& sites = instrumentation.announcer.sites();
  for (uint32_t index = 0; index < sites.size(); ++index) {
    const Value* address = sites.origin(index).address;
    if (address != nullptr && instrumentation.sharing.is_private(address)) sites.add_flags(index, kSitePrivate);
  }
  const Align granule(8);
  for (GlobalVariable& variable : module.globals()) {
    if (variable.isDeclaration() || variable.hasSection()) continue;
    variable.setAlignment(std::max(variable.getAlign().valueOrOne(), granule));
  }
  for (Function& function : module) {
    for (Instruction& instruction : instructions(function)) {
      auto* slot = dyn_cast<AllocaInst>(&instruction);
      if (slot != nullptr) slot->setAlignment(std::max(slot->getAlign(), granule));
    }
  }
}

}  // namespace

bool is_to_be_instrumented(const Function& function) { return treatment(function) == Treatment::Instrument; }

PreservedAnalyses InstrumentPass::run(Module& module, ModuleAnalysisManager& analyses) {
  static_cast<void>(analyses);
  if (has_module_record(module)) return PreservedAnalyses::all();
  const LinkKind kind = link_kind_from_environment();
  ProgramAnalysis program(module, analysis_setting_from_environment());
  Instrumentation instrumentation{Announcer(module, kind),
                                  SharingFilter(module, program.threads(), program.checks_claims())};
  const SpinLoops spin_loops(module, instrumentation.sharing);
  mark_endless_functions(module, instrumentation.announcer);
  AssumingBlocks(module, instrumentation.sharing).insert_hooks(instrumentation.announcer);
  for (Function& function : module) {
    switch (treatment(function)) {
      case Treatment::NotOurs:
        break;
      case Treatment::CannotInstrument:
        ++instrumentation.skipped_function_count;
        break;
      case Treatment::Instrument:
        instrument_function(instrumentation, function);
        if (function.getName() == "main") mark_returns(function, instrumentation.announcer);
        mark_instrumented(function);
        break;
    }
  }
  spin_loops.insert_hooks(instrumentation.announcer);
  if (program.checks_claims()) make_claims(module, instrumentation);
  program.emit_facts(module, instrumentation.announcer.sites(), instrumentation.sharing);
  emit_weaker_orders(module, instrumentation.announcer.sites());
  emit_clock_reads(module, spin_loops.deadlines(), instrumentation.announcer.sites());
  // Nothing is known of these sites: as long as nobody asks about what they announce, they are not there.
  const bool is_executable = kind == LinkKind::Executable;
  if (is_executable && !program.is_off()) announce_left_out_changes(module, instrumentation);
  // The analyses are not asked any more. Marking positions replaces calls.
  for (Instruction* instruction : instrumentation.replaced) instruction->eraseFromParent();
  mark_ways_back(module, instrumentation);
  if (is_executable) mark_positions(module, instrumentation.announcer);
  keep_debug_variables(module);
  drop_invalid_promises(module);
  emit_module_record(module, kind, instrumentation,
                     program.done() | (makes_volatiles_atomic() ? uint32_t{kVolatileAtomic} : 0u));
  return PreservedAnalyses::none();
}

}  // namespace selvage::instrument
