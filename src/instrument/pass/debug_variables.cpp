#include "instrument/pass/debug_variables.h"

#include <llvm/ADT/MapVector.h>
#include <llvm/IR/DebugInfo.h>
#include <llvm/IR/DebugProgramInstruction.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InlineAsm.h>
#include <llvm/IR/InstIterator.h>

#include <optional>
#include <vector>

#include "instrument/pass/attributes.h"
#include "instrument/pass/module_record.h"

namespace selvage::instrument {

using namespace llvm;

namespace {

constexpr uint64_t kMostBits = 8 * 4096;  // of a variable in registers; SROA leaves larger ones in memory

struct Part {
  uint64_t offset, size;  // bits
};

// The part of the variable that the record assigns; none: it says something else than that the variable has this value.
std::optional<Part> assigned_part(const DbgVariableRecord& record) {
  const DIExpression& expression = *record.getExpression();
  std::optional<DIExpression::FragmentInfo> fragment = expression.getFragmentInfo();
  constexpr unsigned kFragmentWords = 3;
  if (expression.getNumElements() != (fragment ? kFragmentWords : 0)) return std::nullopt;
  std::optional<uint64_t> size = record.getVariable()->getSizeInBits();
  if (!size) return std::nullopt;
  return fragment ? Part{fragment->OffsetInBits, fragment->SizeInBits} : Part{0, *size};
}

// A variable of one scope; functions that are always inlined bring their own along.
struct Variable {
  std::vector<DbgVariableRecord*> assignments;
  bool has_memory = false;  // it lives there already
  bool is_plain = true;     // all that is known of it are assignments
};

class Keeper {
 public:
  explicit Keeper(Function& function)
      : function_(function), layout_(function.getParent()->getDataLayout()), dominators_(function) {}

  void keep() {
    collect();
    for (auto& [place, variable] : variables_)
      if (variable.is_plain && !variable.has_memory) add_slot(place.first, place.second, variable);
    for (AllocaInst* memory : in_memory_) let_escape(*memory);
  }

 private:
  using Place = std::pair<DILocalVariable*, DILocation*>;

  // Behind all slots that there are in the beginning. What was inlined into the first block may have others further down.
  Instruction& first() { return *function_.getEntryBlock().getFirstNonPHIOrDbgOrAlloca(); }
  bool is_in_beginning(const Instruction& slot) {
    return slot.getParent() == &function_.getEntryBlock() && slot.comesBefore(&first());
  }

  void collect() {
    for (Instruction& instruction : instructions(function_))
      for (DbgVariableRecord& record : filterDbgVars(instruction.getDbgRecordRange())) take(record);
  }

  void take(DbgVariableRecord& record) {
    Variable& variable = variables_[{record.getVariable(), record.getDebugLoc().getInlinedAt()}];
    if (record.isDbgDeclare()) {
      variable.has_memory = true;
      if (auto* memory = dyn_cast_or_null<AllocaInst>(record.getVariableLocationOp(0))) in_memory_.push_back(memory);
      return;
    }
    std::optional<Part> part = assigned_part(record);
    variable.is_plain = variable.is_plain && part && fits(record, *part);
    variable.assignments.push_back(&record);
  }

  bool fits(const DbgVariableRecord& record, const Part& part) const {
    if (record.isKillLocation()) return true;
    if (record.hasArgList()) return false;
    Type* type = record.getVariableLocationOp(0)->getType();
    bool is_whole = part.offset % 8 == 0 && type->isSized() && !type->isScalableTy();
    return is_whole && part.offset + part.size <= kMostBits && layout_.getTypeStoreSizeInBits(type) <= part.size;
  }

  void add_slot(DILocalVariable* variable, DILocation* inlined_at, const Variable& known) {
    bool has_value = false;
    for (const DbgVariableRecord* record : known.assignments) has_value = has_value || !record->isKillLocation();
    std::optional<uint64_t> bits = variable->getSizeInBits();
    if (!has_value || !bits || *bits > kMostBits) return;
    LLVMContext& context = function_.getContext();
    auto* bytes = ArrayType::get(Type::getInt8Ty(context), (*bits + 7) / 8);
    auto* slot =
        new AllocaInst(bytes, layout_.getAllocaAddrSpace(), nullptr, Align(8), "", function_.getEntryBlock().begin());
    const DILocation* scope = known.assignments.front()->getDebugLoc();
    const DebugLoc location =
        DILocation::get(context, scope->getLine(), scope->getColumn(), scope->getScope(), inlined_at);
    for (DbgVariableRecord* record : known.assignments) {
      if (!record->isKillLocation()) copy(*record, *slot);
      record->eraseFromParent();
    }
    auto* declared = DbgVariableRecord::createDVRDeclare(slot, variable, DIExpression::get(context, {}), location);
    function_.getEntryBlock().insertDbgRecordBefore(declared, first().getIterator());
  }

  // Where the assignment is copied, at the earliest where it is made; null: nowhere.
  Instruction* place_of_copy(DbgVariableRecord& record) {
    Instruction* at = record.getMarker()->MarkedInstr;
    if (at == nullptr) return nullptr;
    if (isa<AllocaInst>(at)) return is_in_beginning(*at) ? &first() : at;
    BasicBlock& block = *at->getParent();
    // Nothing may stand behind such a call but the return.
    if (block.getTerminatingMustTailCall() != nullptr && at->isTerminator()) return nullptr;
    if (!isa<PHINode>(at) && !at->isEHPad()) return at;
    auto first = block.getFirstInsertionPt();
    return first == block.end() ? nullptr : &*first;
  }

  // Volatile: a debugger that looks is nothing that the optimiser knows of.
  void copy(DbgVariableRecord& record, AllocaInst& slot) {
    Instruction* place = place_of_copy(record);
    // Nobody promises that what is said for a debugger has been computed by then.
    if (place == nullptr || !dominators_.dominates(record.getVariableLocationOp(0), place)) return;
    // Before what else is known of the place: of several assignments the last one counts.
    BasicBlock::iterator before = place->getIterator();
    before.setHeadBit(true);
    IRBuilder<> builder(place->getParent(), before);
    builder.SetCurrentDebugLocation(DebugLoc());
    Value* address = &slot;
    if (uint64_t offset = assigned_part(record)->offset / 8; offset != 0)
      address = builder.CreateConstInBoundsGEP1_64(builder.getInt8Ty(), &slot, offset);
    builder.CreateAlignedStore(record.getVariableLocationOp(0), address, Align(1), /*isVolatile=*/true);
  }

  // Once functions are inlined that it was handed to, a variable in memory might be promoted after all.
  void let_escape(AllocaInst& memory) {
    LLVMContext& context = function_.getContext();
    auto* type = FunctionType::get(Type::getVoidTy(context), {memory.getType()}, /*isVarArg=*/false);
    auto* nothing = InlineAsm::get(type, "", "r,~{memory}", /*hasSideEffects=*/true);
    Instruction* place = is_in_beginning(memory) ? &first() : memory.getNextNode();
    CallInst* call = CallInst::Create(type, nothing, {&memory}, "", place->getIterator());
    call->setDoesNotThrow();
  }

  Function& function_;
  const DataLayout& layout_;
  const DominatorTree dominators_;  // copies make no blocks
  MapVector<Place, Variable> variables_;
  std::vector<AllocaInst*> in_memory_;
};

bool is_for_debugger(const Function& function) {
  return !function.isDeclaration() && is_instrumented(function) && function.getSubprogram() != nullptr &&
         function.getFnAttribute("disable-tail-calls").getValueAsBool() && !is_of_library(function) &&
         !function.isPresplitCoroutine();
}

}  // namespace

void keep_debug_variables(Module& module) {
  const ScopedDbgInfoFormatSetter format(module, /*NewState=*/true);
  for (Function& function : module)
    if (is_for_debugger(function)) Keeper(function).keep();
}

}  // namespace selvage::instrument
