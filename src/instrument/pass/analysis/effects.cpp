#include "instrument/pass/analysis/effects.h"

#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Module.h>

namespace selvage::instrument {

using namespace llvm;

namespace {

constexpr size_t kMaxChanges =
    24;  // ways in which locks change before accesses of one piece; with more they are joined

}  // namespace

bool Effects::operator==(const Effects& other) const {
  if (may_acquire != other.may_acquire || may_end_thread != other.may_end_thread ||
      accesses.size() != other.accesses.size()) {
    return false;
  }
  for (size_t index = 0; index < accesses.size(); ++index) {
    const Accesses& left = accesses[index];
    const Accesses& right = other.accesses[index];
    if (!(left.locks == right.locks) || left.reads != right.reads || left.writes != right.writes ||
        left.reads_unknown != right.reads_unknown || left.writes_unknown != right.writes_unknown) {
      return false;
    }
  }
  return true;
}

EffectsOfCode::EffectsOfCode(const Module& module, const PointsTo& points_to, const CallGraph& calls,
                             const ThreadEscape& threads, const Locks& locks, const LockSets& lock_sets)
    : points_to_(points_to), calls_(calls), locks_(locks), lock_sets_(lock_sets) {
  for (const Function& function : module) {
    if (!is_analysed(function)) continue;
    for (const Instruction& instruction : instructions(function)) {
      bool does_anything = false;
      Touched touched;
      for (const MemoryAccess& access : accesses(points_to, instruction, does_anything)) {
        const TouchedMemory memory = points_to.touched(access.address, access.size);
        touched.reads_unknown |= access.reads && memory.unknown;
        touched.writes_unknown |= access.writes && memory.unknown;
        for (NodeId cell : memory.cells) {
          if (!threads.may_be_shared(points_to.object_of_cell(cell))) continue;
          if (access.reads) touched.reads.set(cell);
          if (access.writes) touched.writes.set(cell);
        }
      }
      touched.reads_unknown |= does_anything;
      touched.writes_unknown |= does_anything;
      if (!touched.reads.empty() || !touched.writes.empty() || touched.reads_unknown || touched.writes_unknown) {
        touched_[&instruction] = std::move(touched);
      }
    }
  }
  for (const CallGraph::Functions& component : calls.bottom_up()) {
    for (const Function* function : component)
      functions_[function].may_acquire.resize(static_cast<unsigned>(locks.size()));
    for (bool changed = true; changed;) {
      changed = false;
      for (const Function* function : component) {
        std::optional<LockChange> end;
        Effects effects = of(function->getEntryBlock(), {}, end);
        if (effects == functions_[function]) continue;
        functions_[function] = std::move(effects);
        changed = true;
      }
    }
  }
}

Effects::Accesses& EffectsOfCode::with(Effects& result, const LockChange& locks) const {
  for (Effects::Accesses& known : result.accesses) {
    if (known.locks.acquired == locks.acquired && known.locks.released == locks.released) return known;
  }
  if (result.accesses.size() >= kMaxChanges) {
    // What is certain about all of them.
    Effects::Accesses& last = result.accesses.back();
    last.locks.join(locks);
    return last;
  }
  result.accesses.push_back({.locks = locks, .reads = {}, .writes = {}});
  result.accesses.back().locks.through_arguments.clear();
  return result.accesses.back();
}

void EffectsOfCode::add(Effects& result, const Effects& other, const LockChange& before) const {
  result.may_acquire |= other.may_acquire;
  result.may_end_thread |= other.may_end_thread;
  for (const Effects::Accesses& accesses : other.accesses) {
    LockChange locks = before;
    locks.then(accesses.locks);
    Effects::Accesses& own = with(result, locks);
    own.reads |= accesses.reads;
    own.writes |= accesses.writes;
    own.reads_unknown |= accesses.reads_unknown;
    own.writes_unknown |= accesses.writes_unknown;
  }
}

void EffectsOfCode::add_instruction(Effects& result, const Instruction& instruction, const LockChange& before) const {
  auto entry = touched_.find(&instruction);
  if (entry != touched_.end()) {
    Effects::Accesses& own = with(result, before);
    own.reads |= entry->second.reads;
    own.writes |= entry->second.writes;
    own.reads_unknown |= entry->second.reads_unknown;
    own.writes_unknown |= entry->second.writes_unknown;
  }
  const auto* call = dyn_cast<CallBase>(&instruction);
  if (call == nullptr || isa<IntrinsicInst>(call) || call->isInlineAsm()) return;
  if (const std::optional<Locks::Operation> operation = Locks::operation(*call)) {
    if (operation->action != LockAction::Release) result.may_acquire |= locks_.at(operation->address);
  }
  const PointsTo::Callees& callees = points_to_.callees(*call);
  if (!callees.is_complete) {
    result.may_acquire |= locks_.escaped();
    result.may_end_thread = true;
  }
  for (const Function* callee : callees.functions) {
    if (!is_analysed(*callee) && (ends_thread(callee->getName()) || reports_failure(callee->getName()))) {
      result.may_end_thread = true;
    }
  }
  for (const Function* callee : calls_.callees(*call)) add(result, functions_.find(callee)->second, before);
}

Effects EffectsOfCode::of(const BasicBlock& start, ArrayRef<const BasicBlock*> blocks,
                          std::optional<LockChange>& end) const {
  Effects result;
  result.may_acquire.resize(static_cast<unsigned>(locks_.size()));
  end = lock_sets_.follow(start, blocks, [&](const Instruction& instruction, const LockChange& before) {
    add_instruction(result, instruction, before);
  });
  return result;
}

const Effects& EffectsOfCode::until_thread_ends(const Function& function) const {
  auto [entry, inserted] = until_end_.try_emplace(&function);
  if (!inserted) return entry->second;
  // Whoever calls it goes on with something that it does anyway.
  Effects result;
  result.may_acquire.resize(static_cast<unsigned>(locks_.size()));
  LockChange anything = lock_sets_.nothing();
  anything.released.set();
  SmallSetVector<const Function*, 16> above;
  above.insert(&function);
  for (size_t index = 0; index < above.size(); ++index) {
    for (const CallGraph::Caller& caller : calls_.callers(*above[index])) above.insert(caller.function);
  }
  for (const Function* caller : above) {
    if (calls_.is_root(*caller) || calls_.callers(*caller).empty()) add(result, of(*caller), anything);
  }
  return until_end_[&function] = std::move(result);
}

}  // namespace selvage::instrument
