#include "instrument/pass/instants.h"

#include <llvm/ADT/DenseSet.h>
#include <llvm/ADT/PointerIntPair.h>
#include <llvm/ADT/SetVector.h>
#include <llvm/Analysis/LoopInfo.h>
#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/IntrinsicInst.h>

#include <memory>

#include "instrument/pass/library_functions.h"
#include "instrument/pass/quiet_functions.h"

namespace selvage::instrument {

using namespace llvm;

namespace {

using Instructions = SmallPtrSet<const Instruction*, 8>;

// Functions of the program that read the clock once, whenever they are called, and return what they make of the time.
using Tellers = SmallPtrSet<const Function*, 8>;

std::optional<ClockRead> clock_read_by(const Instruction& instruction, const Tellers& tellers) {
  const auto* call = dyn_cast<CallBase>(&instruction);
  const Function* callee = call == nullptr ? nullptr : call->getCalledFunction();
  if (callee == nullptr) return std::nullopt;
  if (tellers.contains(callee)) return ClockRead{0, 0};
  return clock_read(*call);
}

// The outermost loop of each block, by its header; null: none.
class OutermostLoops {
 public:
  // The second is in no loop that the first is in, be it one of a caller's.
  bool is_behind_loops_of(const Instruction& first, const Instruction& second) {
    const Loop* loop = outermost(*first.getParent());
    return loop != nullptr && !loop->contains(second.getParent()) && !may_be_called_in_loop(*first.getFunction());
  }

  // The block is the header of a loop that the other one is in.
  bool leads_round(const BasicBlock& header, const BasicBlock& block) {
    const LoopInfo& loops = loops_of(*block.getParent());
    const Loop* loop = loops.getLoopFor(&header);
    return loop != nullptr && loop->getHeader() == &header && loop->contains(&block);
  }

 private:
  bool may_be_called_in_loop(const Function& function) {
    // One that calls itself goes round, too.
    auto [entry, is_new] = called_in_loop_.try_emplace(&function, true);
    if (!is_new) return entry->second;
    // Who calls the functions of a shared object is not known.
    bool is_seen_by_others = !function.hasLocalLinkage() && function.getParent()->getFunction("main") == nullptr;
    if (is_seen_by_others) return true;
    bool may_be = !begins_thread(function) && any_of(function.uses(), [&](const Use& use) {
      const auto* call = dyn_cast<CallBase>(use.getUser());
      if (call == nullptr) return true;
      if (!call->isCallee(&use)) return !begins_thread(*call, use);
      return outermost(*call->getParent()) != nullptr || may_be_called_in_loop(*call->getFunction());
    });
    return called_in_loop_[&function] = may_be;
  }

  static bool begins_thread(const CallBase& call, const Use& use) {
    const Function* callee = call.getCalledFunction();
    if (callee == nullptr || !callee->isDeclaration() || !call.isArgOperand(&use)) return false;
    unsigned argument = call.getArgOperandNo(&use);
    return (callee->getName() == "pthread_create" && argument == 2) ||
           (callee->getName() == "thrd_create" && argument == 1);
  }
  // What std::thread calls through its table of virtual functions.
  static bool begins_thread(const Function& function) {
    return function.getName().starts_with("_ZNSt6thread11_State_impl") && function.getName().ends_with("6_M_runEv");
  }

  struct Loops {
    explicit Loops(Function& function) : dominators(function), loops(dominators) {}
    DominatorTree dominators;
    LoopInfo loops;
  };

  const LoopInfo& loops_of(const Function& function) {
    std::unique_ptr<Loops>& known = known_[&function];
    if (known == nullptr) known = std::make_unique<Loops>(const_cast<Function&>(function));
    return known->loops;
  }

  const Loop* outermost(const BasicBlock& block) {
    const Loop* loop = loops_of(*block.getParent()).getLoopFor(&block);
    while (loop != nullptr && loop->getParentLoop() != nullptr) loop = loop->getParentLoop();
    return loop;
  }

  DenseMap<const Function*, std::unique_ptr<Loops>> known_;
  DenseMap<const Function*, bool> called_in_loop_;
};

struct Context {
  QuietFunctions quiet;
  const SharingFilter& sharing;
  OutermostLoops loops;
  Tellers tellers;
};

bool lets_time_pass(const CallBase& call) {
  const Function* callee = call.getCalledFunction();
  return callee != nullptr && callee->isDeclaration() && gives_way_to_others(callee->getName());
}

// What is done with the time that one look shows.
class Uses {
 public:
  explicit Uses(Context& context) : context_(context), quiet_(context.quiet) {}

  // It is also returned.
  bool is_returned() const { return is_returned_; }
  // All that is computed from it.
  ArrayRef<const Instruction*> values() const { return values_.getArrayRef(); }
  // Where it leads on ways that may come together again.
  ArrayRef<const BasicBlock*> sides() const { return sides_.getArrayRef(); }

  bool are_at_once(const CallBase& read, const ClockRead& kind) {
    if (!read.getType()->isVoidTy()) values_.insert(&read);
    if (kind.size != 0 && !isa<ConstantPointerNull>(read.getArgOperand(kind.address_argument)) &&
        !write(read, read.getArgOperand(kind.address_argument))) {
      return false;
    }
    for (size_t value = 0, writer = 0; value < values_.size() || writer < writers_.size();) {
      bool fits = value < values_.size() ? follow_value(*values_[value++]) : follow_memory(writers_[writer++]);
      if (!fits || values_.size() > kMost) return false;
    }
    return true;
  }

 private:
  static constexpr size_t kMost = 200;
  using Writer = std::pair<const AllocaInst*, const Instruction*>;  // the memory, and who writes the time to it

  // The time gets into memory; false: others may see it there.
  bool write(const Instruction& writer, const Value* address) {
    const auto* memory = dyn_cast<AllocaInst>(getUnderlyingObject(address));
    if (memory == nullptr || context_.sharing.may_be_shared(memory)) return false;
    writers_.insert({memory, &writer});
    return true;
  }

  bool follow_value(const Instruction& value) {
    Instructions uses;
    for (const Use& use : value.uses()) {
      const auto* user = cast<Instruction>(use.getUser());
      if (context_.loops.is_behind_loops_of(value, *user)) continue;
      const auto* phi = dyn_cast<PHINode>(user);
      uses.insert(phi != nullptr ? phi->getIncomingBlock(use)->getTerminator() : user);
      if (!follow_use(*user, use)) return false;
    }
    return !is_met_late(value, {&value}, uses);
  }

  bool follow_use(const Instruction& user, const Use& use) {
    if (isa<BinaryOperator, UnaryOperator, CmpInst, SelectInst, ExtractValueInst, InsertValueInst, FreezeInst, PHINode>(
            user) ||
        (isa<CastInst>(user) && !user.getType()->isPointerTy())) {
      return values_.insert(&user), true;
    }
    if (isa<BranchInst, SwitchInst>(user)) return follow_choice(user);
    if (const auto* store = dyn_cast<StoreInst>(&user)) {
      return store->getValueOperand() == use.get() && write(user, store->getPointerOperand());
    }
    if (isa<ReturnInst>(user)) return is_returned_ = true;
    const auto* call = dyn_cast<CallBase>(&user);
    return call != nullptr && call->isArgOperand(&use) && follow_call(*call);
  }

  bool follow_call(const CallBase& call) {
    if (lets_time_pass(call)) return true;
    const Function* callee = call.getCalledFunction();
    bool only_computes = !quiet_.may_be_noticed(call);
    if (!only_computes) return false;
    if (!call.getType()->isVoidTy()) values_.insert(&call);
    if (callee == nullptr || callee->isDeclaration()) return true;
    for (unsigned i = 0; i < call.arg_size(); ++i) {
      bool is_written =
          call.getArgOperand(i)->getType()->isPointerTy() && i < callee->arg_size() && quiet_.may_write(*callee, i);
      if (is_written && !write(call, call.getArgOperand(i))) return false;
    }
    return true;
  }

  // Memory of the thread's own: all that is done with it is known, and whatever reads the time from it does so at once.
  struct Accesses {
    Instructions readers, overwriters;
  };

  bool follow_memory(const Writer& writer) {
    const auto [memory, instruction] = writer;
    Accesses accesses;
    if (!collect(writer, *memory, accesses)) return false;
    for (const Instruction* reader : accesses.readers) {
      if (isa<LoadInst>(reader)) {
        values_.insert(reader);
      } else if (const auto* copy = dyn_cast<MemTransferInst>(reader)) {
        if (!write(*reader, copy->getRawDest())) return false;
      } else if (!follow_call(cast<CallBase>(*reader))) {
        return false;
      }
    }
    return !is_met_late(*instruction, accesses.overwriters, accesses.readers);
  }

  bool collect(const Writer& writer, const Value& address, Accesses& accesses) {
    const AllocaInst& memory = *writer.first;
    return all_of(address.uses(), [&](const Use& use) {
      const auto* user = dyn_cast<Instruction>(use.getUser());
      if (user == nullptr) return false;
      if (context_.loops.is_behind_loops_of(*writer.second, *user)) return true;
      if (isa<GetElementPtrInst, BitCastInst>(user)) return collect(writer, *user, accesses);
      if (isa<LoadInst>(user)) return accesses.readers.insert(user), true;
      bool is_whole = &address == &memory;
      if (const auto* store = dyn_cast<StoreInst>(user)) {
        if (store->getValueOperand() == &address) return false;
        if (is_whole && size_of(*store) >= size_of(memory)) accesses.overwriters.insert(user);
        return true;
      }
      const auto* call = dyn_cast<CallBase>(user);
      return call != nullptr && call->isArgOperand(&use) &&
             collect_call(memory, *call, call->getArgOperandNo(&use), is_whole, accesses);
    });
  }

  bool collect_call(const AllocaInst& memory, const CallBase& call, unsigned argument, bool is_whole,
                    Accesses& accesses) {
    if (const auto* intrinsic = dyn_cast<IntrinsicInst>(&call)) {
      if (intrinsic->isLifetimeStartOrEnd()) return accesses.overwriters.insert(&call), true;
      if (const auto* copy = dyn_cast<MemIntrinsic>(intrinsic)) {
        if (argument != 0) return accesses.readers.insert(&call), true;
        const auto* length = dyn_cast<ConstantInt>(copy->getLength());
        if (is_whole && length != nullptr && length->getZExtValue() >= size_of(memory))
          accesses.overwriters.insert(&call);
        return true;
      }
      return intrinsic->isAssumeLikeIntrinsic();
    }
    if (std::optional<ClockRead> kind = clock_read_by(call, context_.tellers)) {
      if (is_whole && kind->size >= size_of(memory)) accesses.overwriters.insert(&call);
      return kind->address_argument == argument;
    }
    if (lets_time_pass(call)) return accesses.readers.insert(&call), true;
    const Function* callee = call.getCalledFunction();
    if (!quiet_.is_quiet(callee) || argument >= callee->arg_size()) return false;
    accesses.readers.insert(&call);
    if (is_whole && quiet_.overwrites(*callee, argument, size_of(memory))) accesses.overwriters.insert(&call);
    return true;
  }

  static uint64_t size_of(const StoreInst& store) {
    return store.getModule()->getDataLayout().getTypeStoreSize(store.getValueOperand()->getType()).getKnownMinValue();
  }
  static uint64_t size_of(const AllocaInst& memory) {
    std::optional<TypeSize> size = memory.getAllocationSize(memory.getModule()->getDataLayout());
    return size && !size->isScalable() ? size->getFixedValue() : UINT64_MAX;
  }

  // The time decides which way is taken. Where two ways come together again without anything that could be noticed, what
  // they have chosen carries it on. Where the choice itself is come to again, as in a loop that only computes, all that is
  // done on the way does: how often it is gone round is chosen, too.
  bool follow_choice(const Instruction& choice) {
    if (!choices_.insert(&choice).second) return true;
    note_sides(choice);
    DenseMap<const BasicBlock*, unsigned> reached;
    for (const BasicBlock* successor : successors(choice.getParent())) {
      for (const BasicBlock* block : quietly_reached_from(*successor)) ++reached[block];
    }
    bool come_together = any_of(reached, [](const auto& entry) { return entry.second > 1; });
    if (!come_together) return true;
    bool comes_again = reached.contains(choice.getParent()) && !may_be_noticed_in(*choice.getParent());
    for (const auto& entry : reached) {
      const BasicBlock* block = entry.first;
      bool is_join = entry.second > 1;
      bool is_first = any_of(predecessors(block), [&](const BasicBlock* before) {
        return before == choice.getParent() || reached.lookup(before) == 1;
      });
      if (comes_again || (is_join && is_first)) {
        for (const PHINode& phi : block->phis())
          if (!phi.hasConstantValue()) values_.insert(&phi);
      }
      if ((comes_again || !is_join) && !taint_stores(*block)) return false;
    }
    return true;
  }

  // An access that may be shared may be to memory of this thread alone, and a function may do nothing this time. Others notice
  // neither. So the runtime tells such ways apart by where they begin.
  void note_sides(const Instruction& choice) {
    SmallSetVector<const BasicBlock*, 4> beginnings;
    for (const BasicBlock* successor : successors(choice.getParent())) beginnings.insert(successor);
    DenseMap<const BasicBlock*, unsigned> reached;
    for (const BasicBlock* beginning : beginnings) {
      for (const BasicBlock* block : reached_from(*beginning, choice)) ++reached[block];
    }
    if (none_of(reached, [](const auto& entry) { return entry.second > 1; })) return;
    for (const BasicBlock* beginning : beginnings) {
      bool is_side = reached.lookup(beginning) == 1 && any_of(reached_from(*beginning, choice), [&](const auto* block) {
                       return reached.lookup(block) == 1 && may_be_noticed_in(*block);
                     });
      if (is_side) sides_.insert(beginning);
    }
  }

  // Blocks that can be come to within an iteration, up to its end.
  SmallSetVector<const BasicBlock*, 8> reached_from(const BasicBlock& first, const Instruction& choice) {
    SmallSetVector<const BasicBlock*, 8> reached;
    reached.insert(&first);
    for (size_t i = 0; i < reached.size(); ++i) {
      if (context_.loops.leads_round(*reached[i], *choice.getParent())) continue;
      for (const BasicBlock* next : successors(reached[i])) {
        if (!context_.loops.is_behind_loops_of(choice, next->front())) reached.insert(next);
      }
    }
    return reached;
  }

  bool taint_stores(const BasicBlock& block) {
    for (const Instruction& instruction : block) {
      if (quiet_.may_be_noticed(instruction)) return true;
      if (const auto* store = dyn_cast<StoreInst>(&instruction)) {
        if (!write(instruction, store->getPointerOperand())) return false;
      } else if (const auto* copy = dyn_cast<MemIntrinsic>(&instruction)) {
        if (!write(instruction, copy->getRawDest())) return false;
      } else if (const auto* call = dyn_cast<CallBase>(&instruction)) {
        if (!isa<IntrinsicInst>(call) && !follow_call(*call)) return false;
      }
    }
    return true;
  }

  // Blocks whose beginning can be come to without anything that could be noticed.
  SmallSetVector<const BasicBlock*, 8> quietly_reached_from(const BasicBlock& first) {
    SmallSetVector<const BasicBlock*, 8> reached;
    reached.insert(&first);
    for (size_t i = 0; i < reached.size(); ++i) {
      if (may_be_noticed_in(*reached[i])) continue;
      reached.insert(succ_begin(reached[i]), succ_end(reached[i]));
    }
    return reached;
  }

  bool may_be_noticed_in(const BasicBlock& block) {
    return any_of(block, [&](const Instruction& one) { return quiet_.may_be_noticed(one); });
  }

  // Something that could be noticed lies on a way from the instruction to one of `uses` that does not come by any of `ends`.
  bool is_met_late(const Instruction& from, const Instructions& ends, const Instructions& uses) {
    using Beginning = PointerIntPair<const BasicBlock*, 1, bool>;  // of a block, and whether it is late there
    DenseSet<Beginning> met;
    SmallVector<Beginning, 8> work;
    bool late = false;
    const Instruction* next = from.isTerminator() ? nullptr : from.getNextNode();
    const BasicBlock* block = from.getParent();
    for (;;) {
      bool goes_on = true;
      for (; next != nullptr; next = next->getNextNode()) {
        if (late && uses.contains(next)) return true;
        if (ends.contains(next)) {
          goes_on = false;
          break;
        }
        late |= quiet_.may_be_noticed(*next);
      }
      for (const BasicBlock* successor : successors(block)) {
        if (goes_on && met.insert({successor, late}).second) work.emplace_back(successor, late);
      }
      if (work.empty()) return false;
      const Beginning beginning = work.pop_back_val();
      block = beginning.getPointer();
      late = beginning.getInt();
      next = &block->front();
    }
  }

  Context& context_;
  QuietFunctions& quiet_;
  bool is_returned_ = false;
  SmallSetVector<const Instruction*, 16> values_;
  SmallSetVector<Writer, 8> writers_;
  SmallSetVector<const BasicBlock*, 4> sides_;
  Instructions choices_;
};

}  // namespace

namespace {

// A time that is kept, and that nothing is done with but to compare it with times which are compared at once: how long ago it
// was, or how long it takes until then. It may be handed to a wait as its deadline, too.
class Distance {
 public:
  Distance(Context& context, const SmallPtrSetImpl<const Instruction*>& at_once)
      : context_(context), at_once_(at_once) {}

  bool is_all_that_matters(const CallBase& read, const ClockRead& kind) {
    if (!read.getType()->isVoidTy()) values_.insert(&read);
    if (kind.size != 0 && !isa<ConstantPointerNull>(read.getArgOperand(kind.address_argument)) &&
        !write(read, read.getArgOperand(kind.address_argument))) {
      return false;
    }
    for (size_t value = 0, memory = 0; value < values_.size() || memory < memory_.size();) {
      bool fits = value < values_.size() ? follow(*values_[value++]) : follow_memory(*memory_[memory++]);
      if (!fits) return false;
    }
    return true;
  }

 private:
  bool write(const Instruction& writer, const Value* address) {
    const auto* memory = dyn_cast<AllocaInst>(getUnderlyingObject(address));
    if (memory == nullptr || context_.sharing.may_be_shared(memory)) return false;
    writers_.insert(&writer);
    memory_.insert(memory);
    return true;
  }

  bool is_behind(const Instruction& user) {
    return any_of(writers_, [&](const Instruction* writer) { return writer->getFunction() == user.getFunction(); }) &&
           all_of(writers_, [&](const Instruction* writer) {
             return writer->getFunction() != user.getFunction() || context_.loops.is_behind_loops_of(*writer, user);
           });
  }

  bool follow(const Instruction& value) {
    return all_of(value.uses(), [&](const Use& use) {
      const auto& user = *cast<Instruction>(use.getUser());
      return context_.loops.is_behind_loops_of(value, user) || follow_use(user, use);
    });
  }

  bool follow_use(const Instruction& user, const Use& use) {
    if (at_once_.contains(&user)) return true;
    if (isa<BinaryOperator, ExtractValueInst, InsertValueInst, FreezeInst, PHINode>(user) ||
        (isa<CastInst>(user) && !user.getType()->isPointerTy())) {
      return values_.insert(&user), true;
    }
    if (const auto* store = dyn_cast<StoreInst>(&user)) {
      return store->getValueOperand() == use.get() && write(user, store->getPointerOperand());
    }
    const auto* call = dyn_cast<CallBase>(&user);
    return call != nullptr && call->isArgOperand(&use) && follow_call(*call, call->getArgOperandNo(&use));
  }

  bool follow_memory(const Value& address) {
    return all_of(address.uses(), [&](const Use& use) {
      const auto& user = *cast<Instruction>(use.getUser());
      if (is_behind(user) || at_once_.contains(&user)) return true;
      if (isa<GetElementPtrInst, BitCastInst>(user)) return follow_memory(user);
      if (isa<LoadInst>(user)) return values_.insert(&user), true;
      if (const auto* store = dyn_cast<StoreInst>(&user)) return store->getPointerOperand() == use.get();
      const auto* call = dyn_cast<CallBase>(&user);
      if (call == nullptr || !call->isArgOperand(&use)) return false;
      unsigned argument = call->getArgOperandNo(&use);
      if (const auto* intrinsic = dyn_cast<IntrinsicInst>(call)) {
        if (intrinsic->isLifetimeStartOrEnd() || intrinsic->isAssumeLikeIntrinsic()) return true;
        const auto* copy = dyn_cast<MemTransferInst>(intrinsic);
        return isa<MemIntrinsic>(intrinsic) && (argument == 0 || (copy != nullptr && write(*copy, copy->getRawDest())));
      }
      if (std::optional<ClockRead> kind = clock_read_by(*call, {})) return kind->address_argument == argument;
      return follow_call(*call, argument);
    });
  }

  bool follow_call(const CallBase& call, unsigned argument) {
    const Function* callee = call.getCalledFunction();
    if (at_once_.contains(&call) || lets_time_pass(call)) return true;
    if (callee == nullptr) return false;
    if (callee->isDeclaration()) return is_deadline(callee->getName(), argument);
    if (!context_.quiet.is_quiet(callee)) return false;
    if (!call.getType()->isVoidTy()) values_.insert(&call);
    // What is compared in it would not be seen.
    bool compares = any_of(*callee, [](const BasicBlock& block) {
      return any_of(block, [](const Instruction& one) { return isa<CmpInst, SwitchInst>(one); });
    });
    if (compares) return false;
    for (unsigned i = 0; i < call.arg_size(); ++i) {
      bool is_written = call.getArgOperand(i)->getType()->isPointerTy() && i < callee->arg_size() &&
                        context_.quiet.may_write(*callee, i);
      if (is_written && !write(call, call.getArgOperand(i))) return false;
    }
    return true;
  }

  Context& context_;
  const SmallPtrSetImpl<const Instruction*>& at_once_;
  SmallSetVector<const Instruction*, 16> values_;
  SmallSetVector<const AllocaInst*, 8> memory_;
  Instructions writers_;
};

// The only look at the clock in a function, if it comes first.
const CallBase* only_look(const Function& function, const Tellers& tellers) {
  const CallBase* only = nullptr;
  for (const BasicBlock& block : function) {
    for (const Instruction& instruction : block) {
      if (!clock_read_by(instruction, tellers)) continue;
      if (only != nullptr || &block != &function.getEntryBlock()) return nullptr;
      only = cast<CallBase>(&instruction);
    }
  }
  return only;
}

bool tells_time(const Function& function, Context& context) {
  if (function.isDeclaration() || function.getReturnType()->isVoidTy()) return false;
  const CallBase* look = only_look(function, context.tellers);
  if (look == nullptr) return false;
  for (const BasicBlock& block : function) {
    for (const Instruction& instruction : block) {
      if (&instruction != look && context.quiet.may_be_noticed(instruction)) return false;
    }
  }
  Uses uses(context);
  return uses.are_at_once(*look, *clock_read_by(*look, context.tellers)) && uses.is_returned();
}

void find_tellers(const Module& module, Context& context) {
  constexpr unsigned kMostLevels = 4;  // of functions that return what others have told
  for (unsigned level = 0; level < kMostLevels; ++level) {
    size_t before = context.tellers.size();
    for (const Function& function : module) {
      if (!context.tellers.contains(&function) && tells_time(function, context)) context.tellers.insert(&function);
    }
    if (context.tellers.size() == before) return;
  }
}

}  // namespace

Instants::Instants(Module& module, const SharingFilter& sharing) {
  Context context{QuietFunctions(sharing), sharing, {}, {}};
  find_tellers(module, context);
  SmallPtrSet<const Instruction*, 32> at_once;
  SmallVector<const CallBase*, 8> others;
  for (Function& function : module) {
    for (BasicBlock& block : function) {
      for (Instruction& instruction : block) {
        std::optional<ClockRead> kind = clock_read_by(instruction, context.tellers);
        if (!kind) continue;
        auto& call = cast<CallBase>(instruction);
        Uses uses(context);
        if (uses.are_at_once(call, *kind) && !uses.is_returned()) {
          clock_reads_.insert(&call);
          at_once.insert(uses.values().begin(), uses.values().end());
          at_once.insert(&call);
          for (const BasicBlock* side : uses.sides()) sides_.insert(const_cast<BasicBlock*>(side));
        } else {
          others.push_back(&call);
        }
      }
    }
  }
  for (const CallBase* call : others) {
    if (Distance(context, at_once).is_all_that_matters(*call, *clock_read_by(*call, context.tellers)))
      beginnings_.insert(call);
  }
}

}  // namespace selvage::instrument
