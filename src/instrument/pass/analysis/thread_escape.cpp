#include "instrument/pass/analysis/thread_escape.h"

#include <llvm/IR/GlobalVariable.h>
#include <llvm/IR/InstIterator.h>

#include "instrument/pass/analysis/accesses.h"

namespace selvage::instrument {

using namespace llvm;

ThreadEscape::ThreadEscape(const Module& module, const PointsTo& points_to, const CallGraph& calls, Budget& budget)
    : points_to_(points_to) {
  const AbstractMemory& memory = points_to.memory();
  for (BitVector* set : {&shared_, &in_threads_, &in_handlers_}) {
    set->resize(static_cast<unsigned>(memory.object_count()));
  }
  note_accesses(module, calls, budget);
  for (ObjectId id = 0; id < memory.object_count(); ++id) {
    const AbstractObject& object = memory.object(id);
    const bool is_own = object.kind == ObjectKind::ThreadLocal || object.kind == ObjectKind::Stack;
    if (object.kind == ObjectKind::Global || object.escaped || (is_own && in_handlers_.test(id))) shared_.set(id);
  }
  for (ObjectId id : points_to.handed_to_threads()) shared_.set(id);
  spread();
  for (ObjectId id = 1; id < memory.object_count(); ++id) {
    if (memory.object(id).escaped) continue;
    if (!in_threads_.test(id) || memory.object(id).is_constant) shared_.reset(id);
  }
}

void ThreadEscape::note_accesses(const Module& module, const CallGraph& calls, Budget& budget) {
  for (const Function& function : module) {
    if (!is_analysed(function)) continue;
    if (budget.is_spent()) return;
    const bool in_threads = calls.runs_in_threads(function);
    const bool in_handlers = calls.runs_in_handlers(function);
    for (const Instruction& instruction : instructions(function)) {
      bool does_anything = false;
      for (const MemoryAccess& access : accesses(points_to_, instruction, does_anything)) {
        SmallSetVector<ObjectId, 4> objects;
        points_to_.objects(access.address, objects);
        for (ObjectId id : objects) {
          if (in_threads) in_threads_.set(id);
          if (in_handlers) in_handlers_.set(id);
        }
      }
    }
  }
}

// Everything that shared memory holds pointers to.
void ThreadEscape::spread() {
  const AbstractMemory& memory = points_to_.memory();
  SmallVector<ObjectId, 32> open;
  for (unsigned id : shared_.set_bits()) open.push_back(id);
  while (!open.empty()) {
    const AbstractObject& object = memory.object(open.pop_back_val());
    for (const auto& [offset, cell] : object.cells) {
      SmallSetVector<ObjectId, 4> targets;
      points_to_.objects_in_cell(cell, targets);
      for (ObjectId target : targets) {
        if (shared_.test(target)) continue;
        shared_.set(target);
        open.push_back(target);
      }
    }
  }
}

bool ThreadEscape::may_be_shared(const Value* address) const {
  SmallSetVector<ObjectId, 4> objects;
  if (!points_to_.objects(address, objects) || objects.empty()) return true;
  return any_of(objects, [&](ObjectId id) { return shared_.test(id); });
}

bool ThreadEscape::may_be_shared_or_freed(const Value* address) const {
  SmallSetVector<ObjectId, 4> objects;
  if (!points_to_.objects(address, objects) || objects.empty()) return true;
  return any_of(objects, [&](ObjectId id) {
    const ObjectKind kind = points_to_.memory().object(id).kind;
    return shared_.test(id) || kind == ObjectKind::Heap || kind == ObjectKind::Code;
  });
}

}  // namespace selvage::instrument
