#include "instrument/pass/analysis/locks.h"

#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Module.h>

namespace selvage::instrument {

using namespace llvm;

Locks::Locks(const Module& module, const PointsTo& points_to, Budget& budget) : points_to_(points_to) {
  // A robust mutex can be beyond recovery: then locking it fails, and nobody holds it.
  const bool locking_may_fail = module.getFunction("pthread_mutexattr_setrobust") != nullptr;
  DenseSet<LockId> small;
  for (const Function& function : module) {
    if (!is_analysed(function)) continue;
    if (budget.is_spent()) break;
    for (const Instruction& instruction : instructions(function)) {
      const auto* call = dyn_cast<CallBase>(&instruction);
      const std::optional<Operation> operation = call == nullptr ? std::nullopt : Locks::operation(*call);
      if (!operation) continue;
      const TouchedMemory touched = points_to.touched(operation->address, 1);
      for (NodeId cell : touched.cells) {
        auto [entry, inserted] = numbers_.try_emplace(cell, static_cast<LockId>(cells_.size()));
        if (inserted) cells_.push_back(cell);
        // Several of them may lie in one cell.
        if (direct_callee(*call)->getName().starts_with("pthread_spin")) small.insert(entry->second);
      }
    }
  }
  unique_.resize(static_cast<unsigned>(cells_.size()));
  escaped_.resize(static_cast<unsigned>(cells_.size()));
  for (LockId lock = 0; lock < cells_.size(); ++lock) {
    const AbstractObject& object = points_to.memory().object(points_to.object_of_cell(cells_[lock]));
    const bool shares_cell = small.contains(lock) && object.size > kCellSize / 2;
    if (points_to.is_unique(cells_[lock]) && !locking_may_fail && !shares_cell) unique_.set(lock);
    if (object.escaped) escaped_.set(lock);
  }
}

bool Locks::has_escaped(LockId lock) const { return escaped_.test(lock); }

BitVector Locks::at(const Value* address) const {
  const TouchedMemory touched = points_to_.touched(address, 1);
  BitVector result = touched.unknown ? escaped_ : BitVector(static_cast<unsigned>(cells_.size()));
  for (NodeId cell : touched.cells) {
    auto entry = numbers_.find(cell);
    if (entry != numbers_.end()) result.set(entry->second);
  }
  return result;
}

std::optional<LockId> Locks::certainly_at(const Value* address, int64_t offset) const {
  const std::optional<NodeId> cell = points_to_.single_cell(address, offset);
  if (!cell) return std::nullopt;
  auto entry = numbers_.find(*cell);
  if (entry == numbers_.end() || !unique_.test(entry->second)) return std::nullopt;
  return entry->second;
}

std::optional<Locks::Operation> Locks::operation(const CallBase& call) {
  if (call.isInlineAsm()) return std::nullopt;
  const Function* callee = direct_callee(call);
  if (callee == nullptr || is_analysed(*callee)) return std::nullopt;
  const LockCall what = lock_call(callee->getName());
  if (what.action == LockAction::None || what.argument >= call.arg_size()) return std::nullopt;
  return Operation{what.action, call.getArgOperand(what.argument)};
}

}  // namespace selvage::instrument
