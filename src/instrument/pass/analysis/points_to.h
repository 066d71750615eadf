// Which memory a pointer may point to, for the whole program, and with it which functions a call may reach.
//
// Inclusion-based, field-sensitive, without regard to the order of statements or to who calls a function; blocks from
// wrappers around malloc are told apart by the wrapper's callers. Integers carry pointers too, so that casts, tagged
// pointers and copies by bytes are followed. Unknown code (objects not compiled here, inline assembly, functions without
// a summary) may do anything with all that it can reach; see docs/analyses.md.
#pragma once

#include <llvm/ADT/DenseMap.h>
#include <llvm/ADT/SetVector.h>
#include <llvm/IR/InstrTypes.h>
#include <llvm/IR/Module.h>

#include <memory>
#include <vector>

#include "instrument/pass/analysis/abstract_memory.h"
#include "instrument/pass/analysis/library_summaries.h"
#include "instrument/pass/analysis/points_to_solver.h"

namespace selvage::instrument {

// A function that a library calls.
struct Callback {
  LibraryAction action;
  const llvm::CallBase* call;  // where it is handed over
  const llvm::Function* function;
};

// Cells that an access may touch. `unknown`: also whatever has escaped.
struct TouchedMemory {
  llvm::SparseBitVector<> cells;
  bool unknown = false;
};

class PointsTo {
 public:
  PointsTo(const llvm::Module& module, Budget& budget);
  ~PointsTo();

  // What an access of `size` bytes at the address touches; kUnbounded for all that follows.
  TouchedMemory touched(const llvm::Value* address, uint64_t size) const;
  // The objects it may point to. False if it may also point to what has escaped.
  bool objects(const llvm::Value* address, llvm::SmallSetVector<ObjectId, 4>& result) const;
  // Whether anything was found out about the value: false for numbers that nothing was computed of.
  bool is_followed(const llvm::Value* value) const { return values_.contains(value); }
  // The one cell `offset` bytes behind where it points, if it points nowhere else.
  std::optional<NodeId> single_cell(const llvm::Value* address, int64_t offset = 0) const;
  // Whether the cell is one place in memory: not an element of an array, not one of several blocks or stack slots.
  bool is_unique(NodeId cell) const;

  // The functions that a call may reach, defined or not. Where `is_complete` is false it may reach unknown code too,
  // which may call every function that has escaped.
  struct Callees {
    llvm::SmallSetVector<const llvm::Function*, 2> functions;
    bool is_complete = true;
  };
  const Callees& callees(const llvm::CallBase& call) const;
  const std::vector<Callback>& callbacks() const { return callbacks_; }
  // A handler of signals is installed of which it is not known which function it is: any that has escaped.
  bool has_unknown_handlers() const { return has_unknown_handlers_; }
  bool has_escaped(const llvm::Function& function) const;

  const AbstractMemory& memory() const { return memory_; }
  bool is_constant(NodeId cell) const { return memory_.object(memory_.owner_of(cell)).is_constant; }
  size_t cell_count() const { return memory_.node_count(); }
  ObjectId object_of_cell(NodeId cell) const { return memory_.owner_of(cell); }
  int64_t offset_of_cell(NodeId cell) const { return memory_.offset_of_cell(cell); }
  // All targets of the pointers that a cell holds.
  bool objects_in_cell(NodeId cell, llvm::SmallSetVector<ObjectId, 4>& result) const;
  // Objects that threads hand to each other when they are created and joined, and values of keys.
  const llvm::SmallSetVector<ObjectId, 8>& handed_to_threads() const { return handed_to_threads_; }

 private:
  friend class ConstraintBuilder;
  bool collect(NodeId node, llvm::SmallSetVector<ObjectId, 4>& result) const;

  mutable AbstractMemory memory_;
  mutable PointsToSolver solver_;
  llvm::DenseMap<const llvm::Value*, NodeId> values_;
  llvm::DenseMap<const llvm::Value*, ObjectId> objects_;
  llvm::DenseMap<const llvm::CallBase*, Callees> callees_;
  std::vector<Callback> callbacks_;
  bool has_unknown_handlers_ = false;
  llvm::SmallSetVector<ObjectId, 8> handed_to_threads_;
};

// Functions in the program whose definition is what is called, as opposed to unknown code.
bool is_analysed(const llvm::Function& function);
const llvm::Function* direct_callee(const llvm::CallBase& call);

}  // namespace selvage::instrument
