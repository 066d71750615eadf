// Which instructions can have an influence on a property of the program: backward slices over data, memory and control,
// across functions and threads (system dependence graphs: Horwitz, Reps and Binkley).
//
// A slice begins at the instructions where the property is decided, and takes in, again and again, what computes their
// operands, whatever may write memory that they read, the branches that decide whether they are executed, and what calls
// the function that they are in. The order of writes, calling contexts and the feasibility of paths are not looked at.
// Loops are taken to come to an end: what decides that they do is the slice for Influence::Progress.
//
// The slice for Influence::Conduct is what decides where threads get to: whether an access to memory that may be shared is
// made and where, but not what it writes; whether a library function is called and with what.
#pragma once

#include <llvm/ADT/DenseMap.h>
#include <llvm/ADT/DenseSet.h>

#include <memory>
#include <vector>

#include "contract/facts.h"
#include "instrument/pass/analysis/accesses.h"
#include "instrument/pass/analysis/call_graph.h"
#include "instrument/pass/analysis/control_flow.h"
#include "instrument/pass/analysis/hidden_state.h"
#include "instrument/pass/analysis/leaf_locks.h"
#include "instrument/pass/analysis/thread_escape.h"

namespace selvage::instrument {

class Slices {
 public:
  Slices(const llvm::Module& module, const PointsTo& points_to, const CallGraph& calls, const ThreadEscape& threads,
         const LeafLocks& leaves, Budget& budget);

  // A set of bits of facts.h's Influence.
  uint8_t influences(const llvm::Instruction& instruction) const;

 private:
  struct Slice;
  void index(const llvm::Module& module, Budget& budget);
  uint8_t decides(const llvm::Instruction& instruction) const;
  bool may_crash(const llvm::Instruction& instruction) const;
  bool is_recursion(const llvm::CallBase& call) const;
  void compute(uint8_t property, Budget& budget);
  void begin_with_conduct(Slice& slice) const;
  void index_state(const llvm::CallBase& call);

  const llvm::Module& module_;
  const PointsTo& points_to_;
  const CallGraph& calls_;
  const ThreadEscape& threads_;
  const LeafLocks& leaves_;
  llvm::DenseMap<const llvm::Function*, std::unique_ptr<ControlFlow>> control_;
  // Who writes a cell; who writes whatever has escaped; which cells have escaped.
  llvm::DenseMap<NodeId, llvm::SmallVector<const llvm::Instruction*, 2>> writers_;
  std::vector<const llvm::Instruction*> unknown_writers_;
  std::vector<const llvm::Instruction*> state_changes_[kHiddenStateCount];
  llvm::DenseMap<const llvm::Function*, llvm::SmallVector<const llvm::CallBase*, 2>> started_by_;
  llvm::DenseMap<const llvm::Function*, llvm::SmallVector<const llvm::Instruction*, 2>> returns_;
  std::vector<std::pair<const llvm::Instruction*, uint8_t>> deciding_;
  // Between which accesses a handler comes may matter to what it finds: then all of them count.
  bool has_handlers_ = false;
  // Functions that call each other have one in common.
  llvm::DenseMap<const llvm::Function*, const llvm::Function*> component_;
  llvm::DenseMap<const llvm::Instruction*, uint8_t> influences_;
};

}  // namespace selvage::instrument
