#include "instrument/pass/spin_loops.h"

#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/Dominators.h>
#include <llvm/Transforms/Utils/LoopUtils.h>

#include "instrument/pass/instrument_pass.h"
#include "instrument/pass/library_functions.h"
#include "instrument/pass/unread_memory.h"

namespace selvage::instrument {

using namespace llvm;

namespace {

// Something in it can have another result the next time, or be noticed by others.
bool may_wait(const Loop& loop) {
  for (const BasicBlock* block : loop.blocks()) {
    for (const Instruction& instruction : *block) {
      if (isa<LoadInst, StoreInst, AtomicRMWInst, AtomicCmpXchgInst>(instruction)) return true;
      if (isa<CallBase>(instruction) && !isa<IntrinsicInst>(instruction) &&
          !cast<CallBase>(instruction).isInlineAsm()) {
        return true;
      }
    }
  }
  return false;
}

// What a variable is before anything was assigned to it would be another value at every visit.
void settle_undefined_values(Function& function) {
  for (BasicBlock& block : function) {
    for (PHINode& phi : block.phis()) {
      for (Use& value : phi.incoming_values()) {
        if (isa<UndefValue>(value)) value.set(Constant::getNullValue(phi.getType()));
      }
    }
  }
}

// Where a later time leads is told from the calls that are come to (runtime/look_ahead.h). Calls on different ways that the
// optimizer makes one of would be the same way.
void keep_calls_apart(Function& function) {
  for (BasicBlock& block : function) {
    for (Instruction& instruction : block) {
      auto* call = dyn_cast<CallBase>(&instruction);
      if (call != nullptr && !isa<IntrinsicInst>(call)) call->addFnAttr(Attribute::NoMerge);
    }
  }
}

Value* stored_size(Instruction& instruction, Type* type) {
  const DataLayout& layout = instruction.getModule()->getDataLayout();
  return IRBuilder<>(&instruction).getInt64(layout.getTypeStoreSize(type).getKnownMinValue());
}

// The header's own place in the source, which a loop without a condition does not have in its last instruction.
const Instruction& place_of(const BasicBlock& header) {
  const Instruction* first = nullptr;
  for (const Instruction& instruction : header) {
    if (isa<PHINode>(instruction) || !instruction.getDebugLoc() || instruction.getDebugLoc().getLine() == 0) continue;
    if (first == nullptr) first = &instruction;
  }
  return first == nullptr ? *header.getTerminator() : *first;
}

}  // namespace

SpinLoops::SpinLoops(Module& module, const SharingFilter& sharing)
    : sharing_(sharing), effects_(module), deadlines_(module), instants_(module, sharing) {
  for (Function& function : module) {
    if (is_to_be_instrumented(function)) find_loops(function);
  }
  follow_calls();
  bool any_clock = false;
  for (BasicBlock* block : blocks_) {
    for (Instruction& instruction : *block) {
      note(instruction);
      const auto* call = dyn_cast<CallBase>(&instruction);
      any_clock |= call != nullptr && clock_read(*call).has_value();
    }
  }
  if (!any_clock) return;
  for (BasicBlock* block : blocks_) polling_.insert(block->getParent());
}

void SpinLoops::find_loops(Function& function) {
  DominatorTree dominators(function);
  LoopInfo loops(dominators);
  if (loops.empty()) return;
  settle_undefined_values(function);
  for (Loop* loop : loops.getLoopsInPreorder()) {
    formDedicatedExitBlocks(loop, &dominators, &loops, /*MSSAU=*/nullptr, /*PreserveLCSSA=*/false);
  }
  const LoopStates states(function);
  for (const Loop* loop : loops.getLoopsInPreorder()) consider(*loop, dominators, states);
}

void SpinLoops::consider(const Loop& loop, const DominatorTree& dominators, const LoopStates& states) {
  BasicBlock* header = loop.getHeader();
  if (header->isEHPad() || !loop.hasDedicatedExits() || !may_wait(loop)) return;
  if (effects_.in_every_iteration(loop, dominators)) return;
  std::optional<LoopState> state = states.carried_round(loop);
  if (!state) return;
  Header result = {.block = header, .entering = {}, .exits = {}, .state = std::move(*state)};
  loop.getUniqueExitBlocks(result.exits);
  for (BasicBlock* predecessor : predecessors(header)) {
    if (loop.contains(predecessor)) continue;
    if (is_contained(result.entering, predecessor)) return;  // twice from one switch: not worth the trouble
    result.entering.push_back(predecessor);
  }
  headers_.push_back(std::move(result));
  dead_memory_.add_header(*header);
  for (BasicBlock* block : loop.blocks()) follow(*block);
}

void SpinLoops::follow(BasicBlock& block) {
  if (!blocks_.insert(&block)) return;
  for (Instruction& instruction : block) {
    const auto* call = dyn_cast<CallBase>(&instruction);
    Function* callee = call == nullptr ? nullptr : call->getCalledFunction();
    if (callee != nullptr && is_to_be_instrumented(*callee)) called_.insert(callee);
  }
}

void SpinLoops::follow_calls() {
  for (size_t index = 0; index < called_.size(); ++index) {
    for (BasicBlock& block : *called_[index]) follow(block);
  }
}

void SpinLoops::note_private_write(Instruction& instruction, Value* address, Value* size) {
  if (address->getType()->getPointerAddressSpace() != 0) {
    leaving_.emplace_back(&instruction);
  } else if (!sharing_.may_be_shared(address) && !is_never_used(address) && !deadlines_.is_deadline_memory(address) &&
             !dead_memory_.is_dead_at_headers(address)) {
    private_writes_.push_back({&instruction, address, size});
  }
}

void SpinLoops::note(Instruction& instruction) {
  if (auto* store = dyn_cast<StoreInst>(&instruction)) {
    Type* type = store->getValueOperand()->getType();
    return note_private_write(instruction, store->getPointerOperand(), stored_size(instruction, type));
  }
  if (auto* update = dyn_cast<AtomicRMWInst>(&instruction)) {
    return note_private_write(instruction, update->getPointerOperand(), stored_size(instruction, update->getType()));
  }
  if (auto* exchange = dyn_cast<AtomicCmpXchgInst>(&instruction)) {
    Type* type = exchange->getNewValOperand()->getType();
    return note_private_write(instruction, exchange->getPointerOperand(), stored_size(instruction, type));
  }
  if (auto* call = dyn_cast<CallBase>(&instruction)) return note_call(*call);
  if (isa<VAArgInst>(instruction)) leaving_.emplace_back(&instruction);
}

void SpinLoops::note_call(CallBase& call) {
  if (only_gives_way(call)) return;
  if (instants_.is_compared_at_once(call)) instant_clocks_.emplace_back(&call);
  if (instants_.is_beginning(call)) deadline_clocks_.emplace_back(&call);
  if (auto* range = dyn_cast<AnyMemIntrinsic>(&call)) {
    return note_private_write(call, range->getRawDest(), range->getLength());
  }
  const Function* callee = call.getCalledFunction();
  if (callee != nullptr && is_to_be_instrumented(*callee)) return;
  if (call.doesNotAccessMemory()) return;
  if (call.isInlineAsm() && announces_all_effects(sharing_, call)) return;
  if (deadlines_.is_for_deadline(call)) {
    deadline_clocks_.emplace_back(&call);
    return;
  }
  if (std::optional<ClockRead> read = clock_read(call)) return note_clock_read(call, *read);
  if (callee != nullptr && callee->isDeclaration() && reports_its_effects(callee->getName())) return;
  leaving_.emplace_back(&call);
}

// The time is written to the thread's own memory, or not at all.
void SpinLoops::note_clock_read(CallBase& call, const ClockRead& read) {
  if (read.size == 0 || isa<ConstantPointerNull>(call.getArgOperand(read.address_argument))) return;
  Value* address = call.getArgOperand(read.address_argument);
  if (!isa<AllocaInst>(getUnderlyingObject(address)) || sharing_.may_be_shared(address)) {
    leaving_.emplace_back(&call);
    return;
  }
  note_private_write(call, address, IRBuilder<>(&call).getInt64(read.size));
}

void SpinLoops::insert_hooks(Announcer& announcer) const {
  for (const PrivateWrite& write : private_writes_) {
    announcer.private_write(*cast<Instruction>(write.instruction), write.address, write.size);
  }
  for (const WeakTrackingVH& instruction : leaving_) announcer.leaving_call(*cast<Instruction>(instruction));
  for (const WeakTrackingVH& clock_read : deadline_clocks_) announcer.deadline_clock(*cast<Instruction>(clock_read));
  for (const WeakTrackingVH& clock_read : instant_clocks_) announcer.instant_clock(*cast<Instruction>(clock_read));
  for (BasicBlock* side : instants_.sides()) announcer.led_by_time(*side);
  for (const Header& header : headers_) {
    announcer.loop(*header.block, header.entering, header.exits, header.state, place_of(*header.block));
  }
  for (Function* function : polling_) keep_calls_apart(*function);
}

}  // namespace selvage::instrument
