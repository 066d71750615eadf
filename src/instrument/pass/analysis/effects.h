// What pieces of the program may do: which memory they may read and write and holding which locks, which locks they may
// acquire.
//
// Only memory that threads may share is told of. A function's effects contain those of everything it calls, in the same
// thread.
#pragma once

#include <llvm/ADT/DenseMap.h>
#include <llvm/ADT/SparseBitVector.h>

#include <vector>

#include "instrument/pass/analysis/accesses.h"
#include "instrument/pass/analysis/call_graph.h"
#include "instrument/pass/analysis/control_flow.h"
#include "instrument/pass/analysis/lock_sets.h"
#include "instrument/pass/analysis/thread_escape.h"

namespace selvage::instrument {

struct Effects {
  // Accesses with the same change of locks between the beginning and them.
  struct Accesses {
    LockChange locks;
    llvm::SparseBitVector<> reads, writes;
    bool reads_unknown = false, writes_unknown = false;  // whatever has escaped
  };
  std::vector<Accesses> accesses;
  llvm::BitVector may_acquire;
  bool may_end_thread = false;  // instead of coming to its end: exit, pthread_exit, longjmp

  bool operator==(const Effects& other) const;
};

class EffectsOfCode {
 public:
  EffectsOfCode(const llvm::Module& module, const PointsTo& points_to, const CallGraph& calls,
                const ThreadEscape& threads, const Locks& locks, const LockSets& lock_sets);

  const Effects& of(const llvm::Function& function) const { return functions_.find(&function)->second; }
  // Of what can be executed from the beginning of `start` on, within the blocks. `end` is what has happened to locks
  // when they are left.
  Effects of(const llvm::BasicBlock& start, llvm::ArrayRef<const llvm::BasicBlock*> blocks,
             std::optional<LockChange>& end) const;
  // Of everything that may come after the function has been entered, until its thread ends.
  const Effects& until_thread_ends(const llvm::Function& function) const;
  void add(Effects& result, const Effects& other, const LockChange& before) const;

 private:
  void add_instruction(Effects& result, const llvm::Instruction& instruction, const LockChange& before) const;
  Effects::Accesses& with(Effects& result, const LockChange& locks) const;

  const PointsTo& points_to_;
  const CallGraph& calls_;
  const Locks& locks_;
  const LockSets& lock_sets_;
  llvm::DenseMap<const llvm::Function*, Effects> functions_;
  mutable llvm::DenseMap<const llvm::Function*, Effects> until_end_;
  // What instructions touch, without memory that is not shared.
  struct Touched {
    llvm::SparseBitVector<> reads, writes;
    bool reads_unknown = false, writes_unknown = false;
  };
  llvm::DenseMap<const llvm::Instruction*, Touched> touched_;
};

}  // namespace selvage::instrument
