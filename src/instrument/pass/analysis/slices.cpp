#include "instrument/pass/analysis/slices.h"

#include <llvm/Analysis/LoopInfo.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Module.h>

#include "instrument/pass/library_functions.h"

namespace selvage::instrument {

using namespace llvm;

namespace {

constexpr auto kEveryInfluence = static_cast<uint8_t>((1u << kInfluenceCount) - 1);

// An access that stays inside a variable for certain.
bool is_safe_address(const Value* address, uint64_t size, const DataLayout& layout) {
  APInt offset(64, 0);
  const Value* base = address->stripAndAccumulateConstantOffsets(layout, offset, /*AllowNonInbounds=*/false);
  if (const auto* intrinsic = dyn_cast<IntrinsicInst>(base);
      intrinsic != nullptr && intrinsic->getIntrinsicID() == Intrinsic::threadlocal_address) {
    base = intrinsic->getArgOperand(0);
  }
  Type* type = nullptr;
  if (const auto* variable = dyn_cast<GlobalVariable>(base)) type = variable->getValueType();
  if (const auto* slot = dyn_cast<AllocaInst>(base); slot != nullptr && !slot->isArrayAllocation()) {
    type = slot->getAllocatedType();
  }
  if (type == nullptr || !type->isSized() || offset.isNegative()) return false;
  return offset.getZExtValue() + size <= layout.getTypeAllocSize(type).getKnownMinValue();
}

bool divides(const Instruction& instruction) {
  switch (instruction.getOpcode()) {
    case Instruction::SDiv:
    case Instruction::UDiv:
    case Instruction::SRem:
    case Instruction::URem: {
      const auto* divisor = dyn_cast<ConstantInt>(instruction.getOperand(1));
      return divisor == nullptr || divisor->isZero() || divisor->isMinusOne();
    }
    default:
      return false;
  }
}

bool traps(const Instruction& instruction) {
  const auto* intrinsic = dyn_cast<IntrinsicInst>(&instruction);
  if (intrinsic == nullptr) return false;
  const Intrinsic::ID id = intrinsic->getIntrinsicID();
  return id == Intrinsic::trap || id == Intrinsic::debugtrap || id == Intrinsic::ubsantrap;
}

// As much of the stack as a value says.
bool takes_stack(const Instruction& instruction) {
  const auto* slot = dyn_cast<AllocaInst>(&instruction);
  return slot != nullptr && !isa<ConstantInt>(slot->getArraySize());
}

// An exception that nobody catches ends the program; one that somebody does leads elsewhere.
bool throws(StringRef name) {
  return name == "__cxa_throw" || name == "__cxa_rethrow" || name == "_Unwind_Resume" ||
         name == "_Unwind_RaiseException" || (name.starts_with("_ZSt") && name.contains("__throw_"));
}

// Writes something that it is given by value, and accesses nothing that changes.
bool only_prints(const CallBase& call) {
  const Function* callee = call.isInlineAsm() ? nullptr : direct_callee(call);
  if (callee == nullptr || is_analysed(*callee) || !writes_output(callee->getName())) return false;
  return all_of(call.args(), [](const Use& argument) {
    if (!argument->getType()->isPointerTy()) return true;
    const auto* text = dyn_cast<GlobalVariable>(argument->stripPointerCasts());
    return text != nullptr && text->isConstant();
  });
}

}  // namespace

// How deep it goes decides whether the stack is large enough.
bool Slices::is_recursion(const CallBase& call) const {
  if (isa<IntrinsicInst>(call)) return false;
  const auto own = component_.find(call.getFunction());
  return own != component_.end() && any_of(calls_.callees(call), [&](const Function* callee) {
           const auto other = component_.find(callee);
           return other != component_.end() && other->second == own->second;
         });
}

bool Slices::may_crash(const Instruction& instruction) const {
  if (divides(instruction) || traps(instruction) || takes_stack(instruction)) return true;
  const auto* call = dyn_cast<CallBase>(&instruction);
  if (call != nullptr && is_recursion(*call)) return true;
  if (call != nullptr && !isa<IntrinsicInst>(call)) {
    if (call->isInlineAsm() || direct_callee(*call) == nullptr || !points_to_.callees(*call).is_complete) return true;
  }
  // Library functions know how much there is, where they only read, or where it is an object of their own.
  const Function* callee = call == nullptr || call->isInlineAsm() ? nullptr : direct_callee(*call);
  const bool keeps_within = callee != nullptr && callee->isDeclaration() && memory_ranges(callee->getName()).empty();
  const bool is_primitive =
      keeps_within && (callee->getName().starts_with("pthread_") || may_block(callee->getName()) ||
                       lock_call(callee->getName()).action != LockAction::None);
  bool does_anything = false;
  for (const MemoryAccess& access : accesses(points_to_, instruction, does_anything)) {
    const bool is_bounded = keeps_within && access.size == kUnbounded && (!access.writes || is_primitive);
    if (isa<ConstantPointerNull>(access.address) && is_bounded) continue;
    if (!is_safe_address(access.address, is_bounded ? 0 : access.size, module_.getDataLayout())) return true;
  }
  return does_anything;
}

uint8_t Slices::decides(const Instruction& instruction) const {
  constexpr auto kEverything = static_cast<uint8_t>(kInfluencesAssertion | kInfluencesCrash | kInfluencesDeadlock |
                                                    kInfluencesOutput | kInfluencesProgress);
  uint8_t result = may_crash(instruction) ? kInfluencesCrash : 0;
  // The program's end is everybody's.
  if (isa<ReturnInst>(instruction) && instruction.getFunction()->getName() == "main") result |= kEverything;
  const auto* call = dyn_cast<CallBase>(&instruction);
  if (call == nullptr || isa<IntrinsicInst>(call)) return result;
  const PointsTo::Callees& callees = points_to_.callees(*call);
  // Unknown code may do any of it.
  if (!callees.is_complete || call->isInlineAsm()) result |= kEverything;
  for (const Function* callee : callees.functions) {
    if (is_analysed(*callee)) continue;
    const StringRef name = callee->getName();
    if (reports_failure(name)) result |= kInfluencesAssertion;
    if (ends_thread(name) || strikes_threads(name) || throws(name) || name == "selvage_assume" ||
        name == "__VERIFIER_assume")
      result |= kEverything;
    if (writes_output(name)) result |= kInfluencesOutput;
    const LockAction lock = lock_call(name).action;
    // Nobody waits for those for ever.
    if (lock != LockAction::None && leaves_.concerns_only_leaves(*call)) continue;
    if (may_block(name) || lock != LockAction::None || name.starts_with("sem_") || name.contains("cond_") ||
        name.starts_with("cnd_") || name.starts_with("pthread_barrier")) {
      result |= kInfluencesDeadlock;
    }
  }
  return result;
}

void Slices::index_state(const CallBase& call) {
  if (isa<IntrinsicInst>(call)) return;
  for (const Function* callee : points_to_.callees(call).functions) {
    if (is_analysed(*callee)) continue;
    const uint8_t changed = hidden_state_changed(callee->getName());
    for (unsigned bit = 0; bit < kHiddenStateCount; ++bit) {
      if ((changed >> bit & 1) != 0) state_changes_[bit].push_back(&call);
    }
  }
}

void Slices::index(const Module& module, Budget& budget) {
  for (const CallGraph::Functions& component : calls_.bottom_up()) {
    for (const Function* function : component) component_[function] = component.front();
  }
  has_handlers_ = points_to_.has_unknown_handlers();
  for (const Callback& callback : points_to_.callbacks()) {
    started_by_[callback.function].push_back(callback.call);
    has_handlers_ |= callback.action == LibraryAction::HandleSignal;
  }
  for (const Function& function : module) {
    if (!is_analysed(function)) continue;
    if (budget.is_spent()) return;
    control_[&function] = std::make_unique<ControlFlow>(function);
    const DominatorTree dominators(const_cast<Function&>(function));
    const LoopInfo loops(dominators);
    for (const Loop* loop : loops.getLoopsInPreorder()) {
      SmallVector<BasicBlock*, 4> exiting;
      loop->getExitingBlocks(exiting);
      for (const BasicBlock* block : exiting) deciding_.emplace_back(block->getTerminator(), kInfluencesProgress);
    }
    for (const Instruction& instruction : instructions(function)) {
      if (isa<ReturnInst>(instruction)) returns_[&function].push_back(&instruction);
      if (const uint8_t properties = decides(instruction)) deciding_.emplace_back(&instruction, properties);
      if (const auto* call = dyn_cast<CallBase>(&instruction)) index_state(*call);
      bool does_anything = false;
      for (const MemoryAccess& access : accesses(points_to_, instruction, does_anything)) {
        if (!access.writes) continue;
        const TouchedMemory touched = points_to_.touched(access.address, access.size);
        for (NodeId cell : touched.cells) {
          if (!points_to_.is_constant(cell)) writers_[cell].push_back(&instruction);
        }
        does_anything |= touched.unknown;
      }
      if (does_anything) unknown_writers_.push_back(&instruction);
    }
  }
}

// One property's slice, while it grows.
struct Slices::Slice {
  Slice(Slices& slices, uint8_t bit) : of(slices), property(bit) {}

  Slices& of;
  uint8_t property;
  SmallVector<const Instruction*, 64> open;
  DenseSet<NodeId> cells;
  DenseSet<const Function*> executed;
  SmallVector<const CallBase*, 16> callers;
  DenseSet<const Argument*> arguments;
  SmallVector<const Argument*, 16> open_arguments;
  bool follows_arguments = false;
  bool escaped_cells = false;
  // What unknown code has to do with all that has escaped is taken in once.
  bool reads_escaped = false, unknown_arguments = false, unknown_callers = false, unknown_results = false;
  uint8_t hidden_state = 0;

  void add(const Instruction* instruction) {
    uint8_t& known = of.influences_[instruction];
    if ((known & property) != 0) return;
    known |= property;
    open.push_back(instruction);
  }

  void add_value(const Value* value) {
    if (const auto* instruction = dyn_cast<Instruction>(value)) return add(instruction);
    if (const auto* argument = dyn_cast<Argument>(value)) return add_argument(*argument);
  }

  void add_argument(const Argument& first) {
    if (arguments.insert(&first).second) open_arguments.push_back(&first);
    if (follows_arguments) return;
    follows_arguments = true;
    while (!open_arguments.empty()) follow_argument(*open_arguments.pop_back_val());
    follows_arguments = false;
  }

  void follow_argument(const Argument& argument) {
    for (const CallGraph::Caller& caller : of.calls_.callers(*argument.getParent())) {
      for (const Use& actual : caller.call->args()) {
        const bool is_it = caller.call->getArgOperandNo(&actual) == argument.getArgNo();
        if (is_it || direct_callee(*caller.call) != argument.getParent()) add_value(actual);
      }
    }
    for (const CallBase* start : of.started_by_[argument.getParent()]) {
      for (const Use& actual : start->args()) add_value(actual);
    }
    if (!of.calls_.has_escaped(*argument.getParent()) || unknown_arguments) return;
    unknown_arguments = true;
    for (const CallBase* call : of.calls_.unknown_calls()) {
      for (const Use& actual : call->args()) add_value(actual);
    }
  }

  void add_cell(NodeId cell) {
    if (!cells.insert(cell).second) return;
    for (const Instruction* writer : of.writers_[cell]) add(writer);
    if (of.points_to_.memory().object(of.points_to_.object_of_cell(cell)).escaped) add_unknown_writers();
  }

  void add_unknown_writers() {
    if (escaped_cells) return;
    escaped_cells = true;
    for (const Instruction* writer : of.unknown_writers_) add(writer);
  }

  // Whatever has escaped may be read.
  void add_escaped_cells() {
    if (reads_escaped) return;
    reads_escaped = true;
    add_unknown_writers();
    for (const auto& [cell, writers] : of.writers_) {
      if (!of.points_to_.memory().object(of.points_to_.object_of_cell(cell)).escaped) continue;
      if (!cells.insert(cell).second) continue;
      for (const Instruction* writer : writers) add(writer);
    }
  }

  void add_execution(const Instruction& instruction) {
    const Function* function = instruction.getFunction();
    for (const Instruction* branch : of.control_[function]->deciding(*instruction.getParent())) add(branch);
    if (!executed.insert(function).second) return;
    for (const CallGraph::Caller& caller : of.calls_.callers(*function)) {
      // What the call returns does not matter, only that it is made, and whom it reaches.
      callers.push_back(caller.call);
      if (direct_callee(*caller.call) == nullptr) add_value(caller.call->getCalledOperand());
    }
    for (const CallBase* start : of.started_by_[function]) add(start);
    if (!of.calls_.has_escaped(*function) || unknown_callers) return;
    unknown_callers = true;
    for (const CallBase* call : of.calls_.unknown_calls()) {
      callers.push_back(call);
      if (direct_callee(*call) == nullptr) add_value(call->getCalledOperand());
    }
  }

  // Whether it is executed, and the value.
  void add_execution_and(const Instruction& instruction, const Value* value) {
    add_execution_with_callers(instruction);
    add_value(value);
  }

  void add_execution_with_callers(const Instruction& instruction) {
    add_execution(instruction);
    while (!callers.empty()) add_execution(*callers.pop_back_val());
  }

  void follow(const Instruction& instruction) {
    add_execution_with_callers(instruction);
    const auto* call = dyn_cast<CallBase>(&instruction);
    const bool is_own_call = call != nullptr && !isa<IntrinsicInst>(call) && !call->isInlineAsm() &&
                             direct_callee(*call) != nullptr && is_analysed(*direct_callee(*call));
    if (is_own_call) {
      add_results(*call);  // what its arguments are for is known
    } else {
      for (const Value* operand : instruction.operand_values()) add_value(operand);
      if (call != nullptr) add_results(*call);
      if (call != nullptr && !isa<IntrinsicInst>(call)) add_hidden_state(*call);
    }
    if (const auto* phi = dyn_cast<PHINode>(&instruction)) {
      for (const BasicBlock* block : phi->blocks()) {
        for (const Instruction* branch : of.control_[phi->getFunction()]->deciding(*block)) add(branch);
        if (block->getTerminator()->getNumSuccessors() > 1) add(block->getTerminator());
      }
    }
    bool does_anything = false;
    for (const MemoryAccess& access : accesses(of.points_to_, instruction, does_anything)) {
      if (!access.reads) continue;
      const TouchedMemory touched = of.points_to_.touched(access.address, access.size);
      for (NodeId cell : touched.cells) add_cell(cell);
      does_anything |= touched.unknown;
    }
    if (does_anything) add_escaped_cells();
  }

  void add_hidden_state(const CallBase& call) {
    uint8_t read = 0;
    for (const Function* callee : of.points_to_.callees(call).functions) {
      if (!is_analysed(*callee)) read |= hidden_state_read(call, callee->getName());
    }
    for (unsigned bit = 0; bit < kHiddenStateCount; ++bit) {
      if ((read & ~hidden_state & 1u << bit) == 0) continue;
      hidden_state |= static_cast<uint8_t>(1u << bit);
      for (const Instruction* change : of.state_changes_[bit]) add(change);
      if (1u << bit == kThreadResults) add_results_of_threads();
    }
  }

  void add_results_of_threads() {
    for (const Callback& callback : of.points_to_.callbacks()) {
      if (callback.action != LibraryAction::StartThread) continue;
      for (const Instruction* result : of.returns_[callback.function]) add(result);
    }
    // Threads may begin with any of those.
    add_results_of_escaped();
  }

  void add_results(const CallBase& call) {
    for (const Function* callee : of.calls_.callees(call)) {
      for (const Instruction* result : of.returns_[callee]) add(result);
    }
    if (of.calls_.reaches_unknown_code(call)) add_results_of_escaped();
  }

  void add_results_of_escaped() {
    if (unknown_results) return;
    unknown_results = true;
    for (const Function* callee : of.calls_.escaped()) {
      for (const Instruction* result : of.returns_[callee]) add(result);
    }
  }
};

void Slices::begin_with_conduct(Slice& slice) const {
  for (const Function& function : module_) {
    if (!is_analysed(function)) continue;
    for (const Instruction& instruction : instructions(function)) {
      const auto* call = dyn_cast<CallBase>(&instruction);
      if (call != nullptr && !isa<IntrinsicInst>(call)) {
        const PointsTo::Callees& callees = points_to_.callees(*call);
        const bool is_own = !call->isInlineAsm() && callees.is_complete && !callees.functions.empty() &&
                            all_of(callees.functions, [](const Function* callee) { return is_analysed(*callee); });
        if (is_own && direct_callee(*call) == nullptr) slice.add_execution_and(*call, call->getCalledOperand());
        if (!is_own && !only_prints(*call)) slice.add(call);
        continue;
      }
      bool does_anything = false;
      for (const MemoryAccess& access : accesses(points_to_, instruction, does_anything)) {
        if (threads_.may_be_shared(access.address)) slice.add_execution_and(instruction, access.address);
      }
      if (const auto* range = dyn_cast<MemIntrinsic>(&instruction)) {
        slice.add_execution_and(instruction, range->getLength());
      }
      if (does_anything) slice.add(&instruction);
    }
  }
}

void Slices::compute(uint8_t property, Budget& budget) {
  Slice slice(*this, property);
  if (budget.is_spent()) return;
  if (property == kInfluencesConduct) begin_with_conduct(slice);
  for (const auto& [instruction, properties] : deciding_) {
    if ((properties & property) != 0) slice.add(instruction);
  }
  while (!slice.open.empty() && !budget.is_spent()) slice.follow(*slice.open.pop_back_val());
}

Slices::Slices(const Module& module, const PointsTo& points_to, const CallGraph& calls, const ThreadEscape& threads,
               const LeafLocks& leaves, Budget& budget)
    : module_(module), points_to_(points_to), calls_(calls), threads_(threads), leaves_(leaves) {
  index(module, budget);
  for (unsigned bit = 0; bit < kInfluenceCount; ++bit) compute(static_cast<uint8_t>(1u << bit), budget);
}

uint8_t Slices::influences(const Instruction& instruction) const {
  return has_handlers_ ? kEveryInfluence : influences_.lookup(&instruction);
}

}  // namespace selvage::instrument
