#include "instrument/pass/analysis/leaf_locks.h"

#include <llvm/ADT/DenseSet.h>
#include <llvm/ADT/StringSet.h>
#include <llvm/IR/CFG.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Module.h>

#include "instrument/pass/analysis/same_value.h"
#include "instrument/pass/library_functions.h"

namespace selvage::instrument {

using namespace llvm;

namespace {

// Whatever interrupts a thread in the midst of a section may want its lock.
bool may_be_interrupted(const Module& module) {
  static constexpr const char* kNames[] = {"sigaction", "signal",  "__sysv_signal",         "bsd_signal",
                                           "sigset",    "ssignal", "pthread_setcanceltype", "makecontext"};
  for (const char* name : kNames)
    if (module.getFunction(name) != nullptr) return true;
  return false;
}

bool ends_program(StringRef name) {
  return reports_failure(name) || name == "exit" || name == "_exit" || name == "_Exit" || name == "quick_exit";
}

// Library functions that come back without waiting for anybody.
bool waits_for_nobody(StringRef name) {
  static const StringSet<> names = {"malloc", "calloc",   "realloc",      "free",
                                    "_Znwm",  "_ZdlPv",   "_ZdlPvm",      "pthread_cond_signal",
                                    "_Znam",  "_ZdaPv",   "_ZdaPvm",      "pthread_cond_broadcast",
                                    "strlen", "sem_post", "pthread_self", "__errno_location"};
  return names.contains(name) || ends_program(name) || is_plain_computation(name) || !memory_ranges(name).empty();
}

// All blocks from one on, as far as `goes_on` says that they go on; false as soon as one comes round again: the loop need
// not end.
class Ways {
 public:
  template <typename Function>
  bool walk(const BasicBlock& start, Function&& goes_on) {
    std::vector<Way> ways;
    auto enter = [&](const BasicBlock& block) {
      if (!seen_.insert(&block).second) return !open_.contains(&block);
      open_.insert(&block);
      ways.push_back({&block, goes_on(block) ? succ_begin(&block) : succ_end(&block)});
      return true;
    };
    if (!enter(start)) return false;
    while (!ways.empty()) {
      Way& way = ways.back();
      if (way.next == succ_end(way.block)) {
        open_.erase(way.block);
        ways.pop_back();
      } else if (!enter(**way.next++)) {
        return false;
      }
    }
    return true;
  }

 private:
  struct Way {
    const BasicBlock* block;
    const_succ_iterator next;
  };
  DenseSet<const BasicBlock*> seen_, open_;
};

}  // namespace

bool LeafLocks::same_lock(const Value* one, const Value* other) const {
  const std::optional<LockId> a = locks_.certainly_at(one);
  return (a && a == locks_.certainly_at(other)) || is_same_value(one, other);
}

void LeafLocks::add_call(const CallBase& call, Waits& waits) const {
  if (isa<IntrinsicInst>(call)) return;
  if (const std::optional<Locks::Operation> operation = Locks::operation(call)) {
    if (operation->action == LockAction::Release) return;
    waits.for_others |= operation->action != LockAction::Acquire || !is_known(operation->address);
    waits.locks |= locks_.at(operation->address);
    return;
  }
  const PointsTo::Callees& callees = points_to_.callees(call);
  waits.for_others |= call.isInlineAsm() || !callees.is_complete || callees.functions.empty();
  for (const Function* callee : callees.functions) {
    if (!is_analysed(*callee)) {
      waits.for_others |= !waits_for_nobody(callee->getName());
      continue;
    }
    // One that is not known yet calls this one in turn.
    auto known = functions_.find(callee);
    waits.for_others |= known == functions_.end() || known->second.for_others;
    if (known != functions_.end()) waits.locks |= known->second.locks;
  }
}

LeafLocks::Waits LeafLocks::waits_of_function(const Function& function) const {
  Waits waits{false, BitVector(static_cast<unsigned>(locks_.size()))};
  auto add_block = [&](const BasicBlock& block) {
    for (const Instruction& instruction : block) {
      if (const auto* call = dyn_cast<CallBase>(&instruction)) add_call(*call, waits);
      waits.for_others |= isa<ResumeInst>(instruction);
    }
    return true;
  };
  if (!Ways().walk(function.getEntryBlock(), add_block)) waits.for_others = true;
  return waits;
}

LeafLocks::Waits LeafLocks::waits_of_section(const CallBase& acquire, const Value* address) const {
  Waits waits{false, BitVector(static_cast<unsigned>(locks_.size()))};
  const BasicBlock& first = *acquire.getParent();
  auto add_from = [&](BasicBlock::const_iterator at, BasicBlock::const_iterator end) {
    for (; at != end; ++at) {
      waits.for_others |= isa<ReturnInst>(*at) || isa<ResumeInst>(*at);
      const auto* call = dyn_cast<CallBase>(&*at);
      if (call == nullptr) continue;
      const std::optional<Locks::Operation> operation = Locks::operation(*call);
      const bool ends = operation && operation->action == LockAction::Release &&
                        direct_callee(*call)->getName().ends_with("unlock") && same_lock(operation->address, address);
      if (ends) return false;
      add_call(*call, waits);
    }
    return true;
  };
  // Coming round to where it was locked is a loop, too.
  bool fine = true;
  if (isa<CallInst>(acquire) && !add_from(std::next(acquire.getIterator()), first.end())) return waits;
  Ways ways;
  auto add_block = [&](const BasicBlock& block) {
    fine = fine && &block != &first;
    return fine && add_from(block.begin(), block.end());
  };
  for (const BasicBlock* next : successors(&first)) fine = ways.walk(*next, add_block) && fine;
  waits.for_others |= !fine;
  return waits;
}

LeafLocks::LeafLocks(const Module& module, const PointsTo& points_to, const CallGraph& calls, const Locks& locks,
                     Budget& budget)
    : points_to_(points_to), locks_(locks), leaves_(static_cast<unsigned>(locks.size())) {
  if (locks.size() == 0 || may_be_interrupted(module) || budget.look()) return;
  for (const CallGraph::Functions& group : calls.bottom_up()) {
    if (budget.is_spent()) return;
    SmallVector<std::pair<const Function*, Waits>, 2> found;
    for (const Function* function : group) {
      if (function != nullptr && is_analysed(*function)) found.emplace_back(function, waits_of_function(*function));
    }
    for (auto& [function, waits] : found) functions_.try_emplace(function, std::move(waits));
  }

  struct Section {
    BitVector of;
    Waits waits;
  };
  std::vector<Section> sections;
  BitVector candidates(static_cast<unsigned>(locks.size()), true);
  candidates.reset(locks.escaped());
  for (const Function& function : module) {
    if (!is_analysed(function)) continue;
    if (budget.is_spent()) return;
    for (const Instruction& instruction : instructions(function)) {
      const auto* call = dyn_cast<CallBase>(&instruction);
      const std::optional<Locks::Operation> operation = call == nullptr ? std::nullopt : Locks::operation(*call);
      if (!operation || operation->action == LockAction::Release) continue;
      if (operation->action != LockAction::Acquire) {
        candidates.reset(locks.at(operation->address));
        continue;
      }
      sections.push_back({locks.at(operation->address), waits_of_section(*call, operation->address)});
      if (sections.back().waits.for_others) candidates.reset(sections.back().of);
    }
  }
  // Beginning with those that wait for nothing: two that wait for each other are never taken in.
  for (bool changed = true; changed;) {
    if (budget.is_spent()) return;
    BitVector next = candidates;
    for (const Section& section : sections) {
      if (section.waits.locks.test(leaves_)) next.reset(section.of);
    }
    changed = next != leaves_;
    leaves_ = next;
  }
}

bool LeafLocks::concerns_only_leaves(const CallBase& call) const {
  const std::optional<Locks::Operation> operation = Locks::operation(call);
  if (!operation || operation->action == LockAction::TryAcquire || operation->action == LockAction::Wait) return false;
  const BitVector of = locks_.at(operation->address);
  return is_known(operation->address) && of.any() && !of.test(leaves_);
}

}  // namespace selvage::instrument
