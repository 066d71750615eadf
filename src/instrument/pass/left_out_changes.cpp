#include "instrument/pass/left_out_changes.h"

#include <llvm/ADT/SetVector.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/MDBuilder.h>
#include <llvm/Transforms/Utils/BasicBlockUtils.h>
#include <llvm/Transforms/Utils/ModuleUtils.h>

#include <vector>

#include "instrument/pass/instrument_pass.h"
#include "instrument/pass/library_functions.h"

namespace selvage::instrument {

using namespace llvm;

namespace {

// What atoms of the program's own code may execute.
SetVector<const Function*> functions_of_atoms(const Module& module) {
  SetVector<const Function*> found;
  for (const Function& function : module)
    if (function.getName().starts_with("selvage_atom_")) found.insert(&function);
  for (size_t i = 0; i < found.size(); ++i) {
    for (const Instruction& instruction : instructions(*found[i])) {
      const auto* call = dyn_cast<CallBase>(&instruction);
      const Function* callee = call == nullptr ? nullptr : call->getCalledFunction();
      if (callee != nullptr && !callee->isDeclaration()) found.insert(callee);
      // It may be any.
      if (call != nullptr && callee == nullptr && !call->isInlineAsm())
        for (const Function& function : module)
          if (!function.isDeclaration() && function.hasAddressTaken()) found.insert(&function);
    }
  }
  return found;
}

class LeftOut {
 public:
  LeftOut(Module& module, Instrumentation& instrumentation)
      : instrumentation_(instrumentation),
        i32_(Type::getInt32Ty(module.getContext())),
        follows_(cast<GlobalVariable>(module.getOrInsertGlobal("selvage_follows_changes", i32_))) {
    follows_->setDSOLocal(true);
  }

  bool concerns(const Instruction& instruction, bool with_reads) const {
    const SharingFilter& sharing = instrumentation_.sharing;
    if (const auto* store = dyn_cast<StoreInst>(&instruction)) return sharing.is_left_out(store->getPointerOperand());
    if (const auto* update = dyn_cast<AtomicRMWInst>(&instruction))
      return sharing.is_left_out(update->getPointerOperand());
    if (const auto* exchange = dyn_cast<AtomicCmpXchgInst>(&instruction))
      return sharing.is_left_out(exchange->getPointerOperand());
    if (const auto* load = dyn_cast<LoadInst>(&instruction))
      return with_reads && sharing.is_left_out(load->getPointerOperand());
    const auto* call = dyn_cast<CallBase>(&instruction);
    if (call == nullptr) return false;
    if (call->isInlineAsm()) return changes_left_out_operand(sharing, *call);
    if (const auto* range = dyn_cast<AnyMemIntrinsic>(call)) return sharing.is_left_out(range->getRawDest());
    if (call->getIntrinsicID() == Intrinsic::masked_store) return sharing.is_left_out(call->getArgOperand(1));
    return may_write_left_out(*call);
  }

  void announce(Instruction& instruction) {
    instrumentation_.announcer.stand_at(&followed(instruction));
    if (auto* load = dyn_cast<LoadInst>(&instruction)) instrument_load(instrumentation_, *load);
    if (auto* store = dyn_cast<StoreInst>(&instruction)) instrument_store(instrumentation_, *store);
    if (auto* update = dyn_cast<AtomicRMWInst>(&instruction)) instrument_update(instrumentation_, *update);
    if (auto* exchange = dyn_cast<AtomicCmpXchgInst>(&instruction))
      instrument_compare_exchange(instrumentation_, *exchange);
    if (auto* call = dyn_cast<CallBase>(&instruction)) announce_call(*call);
    instrumentation_.announcer.stand_at(nullptr);
  }

 private:
  void announce_call(CallBase& call) {
    if (auto* intrinsic = dyn_cast<IntrinsicInst>(&call)) return instrument_intrinsic(instrumentation_, *intrinsic);
    if (call.isInlineAsm()) {
      const uint32_t opaque = instrumentation_.opaque_assembly_count;  // it has been counted
      instrument_inline_assembly(instrumentation_, call);
      instrumentation_.opaque_assembly_count = opaque;
      return;
    }
    if (!instrument_atomic_library_call(instrumentation_, call)) instrument_known_ranges(instrumentation_, call);
  }

  // A function of a library that is handed such memory, and that is known to write to memory that it is handed.
  bool may_write_left_out(const CallBase& call) const {
    const Function* callee = call.getCalledFunction();
    if (callee == nullptr || !callee->isDeclaration() || callee->isIntrinsic()) return false;
    bool writes = atomic_library_call(callee->getName()).has_value();
    for (const MemoryRange& range : memory_ranges(callee->getName())) writes = writes || range.is_write;
    return writes && any_of(call.args(), [&](const Use& argument) {
             return argument->getType()->isPointerTy() && instrumentation_.sharing.is_left_out(argument);
           });
  }

  // The end of a block that is executed before the instruction while changes are followed.
  Instruction& followed(Instruction& instruction) {
    IRBuilder<> builder(&instruction);
    Value* is_followed = builder.CreateICmpNE(builder.CreateLoad(i32_, follows_), builder.getInt32(0));
    MDNode* seldom = MDBuilder(instruction.getContext()).createUnlikelyBranchWeights();
    Instruction* end = SplitBlockAndInsertIfThen(is_followed, instruction.getIterator(), /*Unreachable=*/false, seldom);
    end->setDebugLoc(instruction.getDebugLoc());
    return *end;
  }

  Instrumentation& instrumentation_;
  Type* i32_;
  GlobalVariable* follows_;
};

// What has a name can be asked about, and can be given a secret value: the optimiser must not replace it by the value that it
// begins with, nor take it out.
void keep_variables(Module& module) {
  SmallVector<GlobalValue*, 32> named;
  for (GlobalVariable& variable : module.globals()) {
    SmallVector<DIGlobalVariableExpression*, 1> expressions;
    variable.getDebugInfo(expressions);
    if (!expressions.empty() && !variable.isDeclaration() && !variable.isConstant()) named.push_back(&variable);
  }
  appendToCompilerUsed(module, named);
}

}  // namespace

void announce_left_out_changes(Module& module, Instrumentation& instrumentation) {
  keep_variables(module);
  const SetVector<const Function*> of_atoms = functions_of_atoms(module);
  LeftOut left_out(module, instrumentation);
  std::vector<Instruction*> found;
  for (Function& function : module) {
    if (!is_to_be_instrumented(function)) continue;
    for (Instruction& instruction : instructions(function))
      if (left_out.concerns(instruction, of_atoms.contains(&function))) found.push_back(&instruction);
  }
  instrumentation.sharing.look_for_left_out();
  for (Instruction* instruction : found) left_out.announce(*instruction);
}

}  // namespace selvage::instrument
