// Locks that nobody waits for for ever, because whoever holds one gives it back without waiting for anything itself.
//
// A lock is a leaf if every section that may be one of it ends on all ways in the function that it begins in, and waits
// for nothing in between but other leaves. No deadlock has a leaf in it, so that it does not matter to deadlocks when
// such a lock is taken, nor which one. Code that can be interrupted by signal handlers has no leaves; nor are locks
// that somebody only tries to lock, or that go with a condition variable.
#pragma once

#include <llvm/ADT/BitVector.h>
#include <llvm/ADT/DenseMap.h>

#include <vector>

#include "instrument/pass/analysis/call_graph.h"
#include "instrument/pass/analysis/locks.h"

namespace selvage::instrument {

class LeafLocks {
 public:
  LeafLocks(const llvm::Module& module, const PointsTo& points_to, const CallGraph& calls, const Locks& locks,
            Budget& budget);

  // The call locks or unlocks, and what it is given are leaves for certain.
  bool concerns_only_leaves(const llvm::CallBase& call) const;

 private:
  // What a piece of code waits for before it is over: the locks, unless it may wait for something else too.
  struct Waits {
    bool for_others = false;
    llvm::BitVector locks;
  };

  Waits waits_of_function(const llvm::Function& function) const;
  Waits waits_of_section(const llvm::CallBase& acquire, const llvm::Value* address) const;
  void add_call(const llvm::CallBase& call, Waits& waits) const;
  bool same_lock(const llvm::Value* one, const llvm::Value* other) const;
  bool is_known(const llvm::Value* address) const { return !points_to_.touched(address, 1).unknown; }

  const PointsTo& points_to_;
  const Locks& locks_;
  llvm::DenseMap<const llvm::Function*, Waits> functions_;
  llvm::BitVector leaves_;
};

}  // namespace selvage::instrument
