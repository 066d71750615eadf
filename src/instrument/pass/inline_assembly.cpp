// Inline assembly. Its memory operands are announced; what it does to memory otherwise cannot be seen and is counted.
#include <llvm/ADT/MapVector.h>
#include <llvm/ADT/StringExtras.h>
#include <llvm/IR/InlineAsm.h>

#include "instrument/pass/access.h"
#include "instrument/pass/loop_state.h"

namespace selvage::instrument {

using namespace llvm;

namespace {

struct MemoryOperand {
  uint64_t size = 0;
  bool is_read = false;
  bool is_write = false;
};

MapVector<Value*, MemoryOperand> memory_operands(const CallBase& call, const InlineAsm& assembly) {
  MapVector<Value*, MemoryOperand> operands;
  const DataLayout& layout = call.getModule()->getDataLayout();
  unsigned argument = 0;
  for (const InlineAsm::ConstraintInfo& constraint : assembly.ParseConstraints()) {
    if (!constraint.hasArg()) continue;
    const unsigned index = argument++;
    if (!constraint.isIndirect) continue;
    Type* type = call.getParamElementType(index);
    if (type == nullptr || !type->isSized()) continue;
    MemoryOperand& operand = operands[call.getArgOperand(index)];
    operand.size = std::max<uint64_t>(operand.size, layout.getTypeStoreSize(type).getKnownMinValue());
    (constraint.Type == InlineAsm::isOutput ? operand.is_write : operand.is_read) = true;
  }
  return operands;
}

bool clobbers_memory(const InlineAsm& assembly) {
  for (const InlineAsm::ConstraintInfo& constraint : assembly.ParseConstraints()) {
    if (constraint.Type != InlineAsm::isClobber) continue;
    for (const std::string& code : constraint.Codes) {
      if (code == "{memory}") return true;
    }
  }
  return false;
}

// The text of a statement that consists of one instruction, without white space around it.
bool is_instruction(StringRef text, std::initializer_list<StringRef> names) {
  text = text.trim(" \t\r\n;");
  return is_contained(names, text);
}

// A locked operation on the top of the stack is an idiom for a full fence.
bool is_full_fence(StringRef text) {
  if (is_instruction(text, {"mfence"})) return true;
  return text.contains("lock") && (text.contains("(%rsp)") || text.contains("(%%rsp)") || text.contains("(%esp)"));
}

bool touches_no_memory(StringRef text) {
  return is_instruction(text, {"pause", "nop", "rep; nop", "rep;nop", "rep nop", "lfence", "sfence", "cpuid", "rdtsc",
                               "rdtscp", "hlt", "int3"});
}

// A statement with a label may go round a loop: it makes its accesses any number of times, and threads are not switched in
// between.
bool has_label(StringRef text) {
  bool at_begin = true;
  for (size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (c == '\n' || c == ';') {
      at_begin = true;
    } else if (c == ':') {
      if (at_begin) return true;
    } else if (!isAlnum(c) && !StringRef("_.$ \t").contains(c)) {
      at_begin = false;
    }
  }
  return false;
}

// The usual way to read the processor's clock: low half in one register, high half in another.
bool replace_cycle_counter(Instrumentation& instrumentation, CallBase& call, StringRef text) {
  auto* halves = dyn_cast<StructType>(call.getType());
  if (!is_instruction(text, {"rdtsc"}) || !isa<CallInst>(call) || halves == nullptr) return false;
  if (halves->getNumElements() != 2 || !halves->getElementType(0)->isIntegerTy()) return false;
  if (halves->getElementType(0) != halves->getElementType(1)) return false;
  Value* counter = instrumentation.announcer.cycle_counter(call);
  IRBuilder<> builder(&call);
  Value* low = builder.CreateTrunc(counter, builder.getInt32Ty());
  Value* high = builder.CreateTrunc(builder.CreateLShr(counter, 32), builder.getInt32Ty());
  Value* result = PoisonValue::get(halves);
  result = builder.CreateInsertValue(result, builder.CreateZExtOrTrunc(low, halves->getElementType(0)), 0);
  result = builder.CreateInsertValue(result, builder.CreateZExtOrTrunc(high, halves->getElementType(1)), 1);
  call.replaceAllUsesWith(result);
  instrumentation.replaced.push_back(&call);
  return true;
}

}  // namespace

bool is_pause(const InlineAsm& assembly) {
  return is_instruction(assembly.getAsmString(), {"pause", "nop", "rep; nop", "rep;nop", "rep nop", "yield"});
}

bool announces_all_effects(const SharingFilter& sharing, const CallBase& call) {
  const auto* assembly = cast<InlineAsm>(call.getCalledOperand());
  const StringRef text = assembly->getAsmString();
  if (text.trim().empty() || is_pause(*assembly) || is_full_fence(text)) return true;
  if (has_label(text)) return false;
  const auto operands = memory_operands(call, *assembly);
  if (operands.empty()) return !clobbers_memory(*assembly) && !assembly->hasSideEffects();
  return all_of(operands,
                [&](const auto& operand) { return operand.second.size != 0 && sharing.may_be_shared(operand.first); });
}

bool changes_left_out_operand(const SharingFilter& sharing, const CallBase& call) {
  const auto* assembly = cast<InlineAsm>(call.getCalledOperand());
  if (assembly->getAsmString().empty() || is_full_fence(assembly->getAsmString())) return false;
  return any_of(memory_operands(call, *assembly), [&](const auto& operand) {
    return operand.second.is_write && operand.second.size != 0 && sharing.is_left_out(operand.first);
  });
}

void instrument_inline_assembly(Instrumentation& instrumentation, CallBase& call) {
  const auto* assembly = cast<InlineAsm>(call.getCalledOperand());
  const StringRef text = assembly->getAsmString();
  if (text.trim().empty()) return;  // a barrier for the compiler only
  if (replace_cycle_counter(instrumentation, call, text)) return;
  if (is_full_fence(text)) {
    instrumentation.announcer.fence(call, MemoryOrder::SequentiallyConsistent);
    return;
  }
  const auto operands = memory_operands(call, *assembly);
  if (operands.empty()) {
    if (clobbers_memory(*assembly) && !touches_no_memory(text)) ++instrumentation.opaque_assembly_count;
    return;
  }
  if (has_label(text)) ++instrumentation.opaque_assembly_count;
  const bool is_atomic = text.contains("lock") || text.contains("xchg");
  SmallVector<AccessedRange, 4> ranges;
  for (const auto& [address, operand] : operands) {
    if (!instrumentation.sharing.may_be_shared(address) || operand.size == 0) continue;
    IRBuilder<> builder(&call);
    if (is_atomic && operand.is_write) {
      instrumentation.announcer.atomic_update(
          call, address, builder.getInt32(static_cast<uint32_t>(operand.size)), builder.getInt64(0),
          builder.getInt32(static_cast<uint32_t>(MemoryOrder::SequentiallyConsistent)));
      continue;
    }
    if (operand.is_read) ranges.push_back({false, address, builder.getInt64(operand.size)});
    if (operand.is_write) ranges.push_back({true, address, builder.getInt64(operand.size)});
  }
  instrumentation.announcer.ranges(call, ranges);
}

}  // namespace selvage::instrument
