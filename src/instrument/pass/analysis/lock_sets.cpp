#include "instrument/pass/analysis/lock_sets.h"

#include <llvm/ADT/MapVector.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Module.h>

#include <algorithm>

#include "instrument/pass/analysis/control_flow.h"

namespace selvage::instrument {

using namespace llvm;

namespace {

// The argument of the function that an address is a constant distance from.
std::optional<std::pair<unsigned, int64_t>> argument_of(const Value* address) {
  const DataLayout* layout = nullptr;
  if (const auto* instruction = dyn_cast<Instruction>(address)) layout = &instruction->getModule()->getDataLayout();
  int64_t offset = 0;
  if (layout != nullptr) {
    APInt distance(64, 0);
    address = address->stripAndAccumulateConstantOffsets(*layout, distance, /*AllowNonInbounds=*/true);
    offset = distance.getSExtValue();
  }
  const auto* argument = dyn_cast<Argument>(address);
  if (argument == nullptr) return std::nullopt;
  return std::pair(argument->getArgNo(), offset);
}

}  // namespace

void LockChange::join(const LockChange& other) {
  acquired &= other.acquired;
  released |= other.released;
  std::erase_if(through_arguments, [&](const auto& held) { return !is_contained(other.through_arguments, held); });
}

void LockChange::then(const LockChange& later) {
  acquired.reset(later.released);
  acquired |= later.acquired;
  released |= later.released;
  // Which locks they are is not known here.
  if (later.released.any()) through_arguments.clear();
}

LockSets::LockSets(const Module& module, const PointsTo& points_to, const CallGraph& calls, const Locks& locks,
                   Budget& budget)
    : points_to_(points_to), calls_(calls), locks_(locks), none_(static_cast<unsigned>(locks.size())) {
  // Nothing is ever held.
  if (locks.size() == 0 || budget.look()) return;
  summaries_[nullptr] = unknown_code();
  for (const CallGraph::Functions& component : calls.bottom_up()) {
    for (const Function* function : component) summaries_.try_emplace(function);
    for (bool changed = true; changed && !budget.is_spent();) {
      changed = false;
      for (const Function* function : component) {
        if (budget.is_spent()) return;
        changed |= join_summary(function, function == nullptr
                                              ? unknown_code()
                                              : follow(function->getEntryBlock(), {}, [](const auto&, const auto&) {}));
      }
    }
  }
  if (!budget.is_spent()) find_entries(module, budget);
}

// Ways that come to an end later in the iteration take from what is certain, never add to it.
bool LockSets::join_summary(const Function* function, const std::optional<LockChange>& summary) {
  std::optional<LockChange>& known = summaries_[function];
  if (!summary) return false;
  if (!known) {
    known = summary;
    return true;
  }
  LockChange joined = *known;
  joined.join(*summary);
  if (joined == *known) return false;
  known = std::move(joined);
  return true;
}

// It may release what has escaped, and call whatever has.
LockChange LockSets::unknown_code() const {
  LockChange result = nothing();
  result.released = locks_.escaped();
  for (const Function* function : calls_.escaped()) {
    auto entry = summaries_.find(function);
    if (entry != summaries_.end() && entry->second) result.released |= entry->second->released;
  }
  return result;
}

LockChange LockSets::nothing() const { return {.acquired = none_, .released = none_, .through_arguments = {}}; }

const std::optional<LockChange>& LockSets::summary(const Function& function) const {
  return summaries_.find(&function)->second;
}

const BitVector& LockSets::at_entry(const Function& function) const {
  auto entry = entries_.find(&function);
  return entry == entries_.end() ? none_ : entry->second;
}

BitVector LockSets::held(const Function& function, const LockChange& change) const {
  BitVector result = at_entry(function);
  result.reset(change.released);
  result |= change.acquired;
  return result;
}

std::optional<LockChange> LockSets::at_call(const CallBase& call, const Function& callee) const {
  std::optional<LockChange> change = summary(callee);
  if (!change) return change;
  std::vector<std::pair<unsigned, int64_t>> named;
  for (const auto& [argument, offset] : change->through_arguments) {
    // A callback of a library gets other arguments than the call.
    if (argument >= call.arg_size() || !points_to_.callees(call).functions.contains(&callee)) continue;
    const Value* address = call.getArgOperand(argument);
    if (std::optional<LockId> lock = locks_.certainly_at(address, offset)) change->acquired.set(*lock);
    auto own = argument_of(address);
    if (!own) continue;
    own->second += offset;
    if (!is_contained(named, *own)) named.push_back(*own);
  }
  change->through_arguments = std::move(named);
  return change;
}

void LockSets::apply_call(const CallBase& call, std::optional<LockChange>& state) const {
  if (const std::optional<Locks::Operation> operation = Locks::operation(call)) {
    if (operation->action == LockAction::Acquire) {
      if (std::optional<LockId> lock = locks_.certainly_at(operation->address)) state->acquired.set(*lock);
      auto through = argument_of(operation->address);
      if (through && !is_contained(state->through_arguments, *through)) state->through_arguments.push_back(*through);
    } else if (operation->action == LockAction::Release) {
      LockChange change = nothing();
      change.released = locks_.at(operation->address);
      state->then(change);
      state->through_arguments.clear();
    }
    return;
  }
  const PointsTo::Callees& callees = points_to_.callees(call);
  std::optional<LockChange> result;
  auto add = [&](const LockChange& change) {
    if (result) {
      result->join(change);
    } else {
      result = change;
    }
  };
  for (const Function* callee : calls_.callees(call)) {
    std::optional<LockChange> change = at_call(call, *callee);
    if (change) add(*change);
  }
  for (const Function* callee : callees.functions) {
    if (!is_analysed(*callee)) add(nothing());
  }
  if (!callees.is_complete) add(*summaries_.find(nullptr)->second);
  if (call.doesNotReturn()) result.reset();
  if (!result) {
    state.reset();
    return;
  }
  LockChange next = *state;
  next.then(*result);
  for (const auto& through : result->through_arguments) {
    if (!is_contained(next.through_arguments, through)) next.through_arguments.push_back(through);
  }
  // It returns a second time, whatever has happened in between.
  if (call.hasFnAttr(Attribute::ReturnsTwice)) {
    next = nothing();
    next.released.set();
  }
  state = std::move(next);
}

void LockSets::apply(const Instruction& instruction, std::optional<LockChange>& state) const {
  const auto* call = dyn_cast<CallBase>(&instruction);
  if (call == nullptr || isa<IntrinsicInst>(call) || call->isInlineAsm()) return;
  apply_call(*call, state);
}

std::optional<LockChange> LockSets::follow(const BasicBlock& start, ArrayRef<const BasicBlock*> blocks,
                                           const Visitor& visit) const {
  MapVector<const BasicBlock*, LockChange> states;
  SmallSetVector<const BasicBlock*, 16> open;
  std::optional<LockChange> result;
  DenseSet<const BasicBlock*> inside(blocks.begin(), blocks.end());
  auto reach = [&](const BasicBlock* block, const LockChange& state) {
    if (!inside.empty() && !inside.contains(block)) {
      if (result) {
        result->join(state);
      } else {
        result = state;
      }
      return;
    }
    auto [entry, inserted] = states.insert({block, state});
    const LockChange before = entry->second;
    if (!inserted) entry->second.join(state);
    if (inserted || !(entry->second == before)) open.insert(block);
  };
  auto go_through = [&](const BasicBlock& block, const Visitor& tell, bool goes_on) {
    std::optional<LockChange> state = states.find(&block)->second;
    for (const Instruction& instruction : block) {
      tell(instruction, *state);
      apply(instruction, state);
      if (const auto* call = dyn_cast<InvokeInst>(&instruction); call != nullptr && goes_on) {
        // Where the exception comes from, and what has been released on its way, is not known.
        LockChange thrown = nothing();
        thrown.released.set();
        reach(call->getUnwindDest(), thrown);
        if (state) reach(call->getNormalDest(), *state);
        return;
      }
      if (!state) return;
    }
    if (!goes_on) return;
    if (isa<ReturnInst>(block.getTerminator())) {
      if (result) {
        result->join(*state);
      } else {
        result = *state;
      }
      return;
    }
    for (const BasicBlock* successor : possible_successors(block)) reach(successor, *state);
  };
  reach(&start, nothing());
  while (!open.empty()) go_through(*open.pop_back_val(), [](const auto&, const auto&) {}, /*goes_on=*/true);
  for (const auto& entry : states) go_through(*entry.first, visit, /*goes_on=*/false);
  return result;
}

void LockSets::find_entries(const Module& module, Budget& budget) {
  struct Call {
    const Function* caller;
    const Function* callee;
    LockChange before;
  };
  std::vector<Call> made;
  for (const Function& function : module) {
    if (!is_analysed(function)) continue;
    if (budget.is_spent()) return;
    entries_[&function] = calls_.is_root(function) ? none_ : BitVector(none_.size(), /*t=*/true);
    follow(function.getEntryBlock(), {}, [&](const Instruction& instruction, const LockChange& before) {
      const auto* call = dyn_cast<CallBase>(&instruction);
      if (call == nullptr) return;
      for (const Function* callee : calls_.callees(*call)) {
        // At the beginning of those nothing is known anyway.
        if (!calls_.is_root(*callee)) made.push_back({&function, callee, before});
      }
    });
  }
  // Callers first, so that one round is enough where functions do not call each other.
  DenseMap<const Function*, size_t> order;
  for (const CallGraph::Functions& component : calls_.bottom_up()) {
    for (const Function* function : component) order[function] = order.size();
  }
  std::ranges::sort(made, std::greater(), [&](const Call& call) { return order.lookup(call.caller); });
  for (bool changed = true; changed && !budget.is_spent();) {
    changed = false;
    for (const Call& call : made) {
      BitVector next = entries_[call.callee];
      next &= held(*call.caller, call.before);
      if (next == entries_[call.callee]) continue;
      entries_[call.callee] = next;
      changed = true;
    }
  }
  // Nobody calls these.
  for (auto& [function, held] : entries_) {
    if (calls_.callers(*function).empty()) held.reset();
  }
}

}  // namespace selvage::instrument
