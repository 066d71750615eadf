// Locks that are certainly held, at every instruction.
//
// A forward analysis of each function says which locks have been acquired on every way since its beginning, and which may
// have been released on some way; a function's calls are applied as such a pair, too. What callers hold, all of them, is
// held at the beginning. Locks that a function acquires through a pointer argument are named by the argument and found at
// each call, so that lock() of a class or a wrapper works for every lock.
#pragma once

#include <llvm/ADT/BitVector.h>
#include <llvm/ADT/DenseMap.h>

#include <functional>
#include <optional>
#include <utility>
#include <vector>

#include "instrument/pass/analysis/call_graph.h"
#include "instrument/pass/analysis/locks.h"

namespace selvage::instrument {

// What happens to locks from one place to another: of those held at first, the ones in `released` may not be held any
// more; the ones in `acquired` certainly are.
struct LockChange {
  llvm::BitVector acquired;
  llvm::BitVector released;
  std::vector<std::pair<unsigned, int64_t>> through_arguments;  // acquired: number of argument, offset

  bool operator==(const LockChange&) const = default;
  // What holds on both ways.
  void join(const LockChange& other);
  void then(const LockChange& later);
};

class LockSets {
 public:
  LockSets(const llvm::Module& module, const PointsTo& points_to, const CallGraph& calls, const Locks& locks,
           Budget& budget);

  // Held whenever the function is entered.
  const llvm::BitVector& at_entry(const llvm::Function& function) const;
  // From the function's beginning to its end; nothing if it does not come back.
  const std::optional<LockChange>& summary(const llvm::Function& function) const;

  // Goes along all ways from the beginning of `start`, within `blocks` (everywhere if empty), and tells of every
  // instruction that can be reached what has happened to locks before it. The result is what has happened where
  // the blocks are left; nothing if they never are.
  using Visitor = std::function<void(const llvm::Instruction&, const LockChange&)>;
  std::optional<LockChange> follow(const llvm::BasicBlock& start, llvm::ArrayRef<const llvm::BasicBlock*> blocks,
                                   const Visitor& visit) const;
  llvm::BitVector held(const llvm::Function& function, const LockChange& change) const;
  LockChange nothing() const;

 private:
  void apply(const llvm::Instruction& instruction, std::optional<LockChange>& state) const;
  void apply_call(const llvm::CallBase& call, std::optional<LockChange>& state) const;
  std::optional<LockChange> at_call(const llvm::CallBase& call, const llvm::Function& callee) const;
  bool join_summary(const llvm::Function* function, const std::optional<LockChange>& summary);
  LockChange unknown_code() const;
  void find_entries(const llvm::Module& module, Budget& budget);

  const PointsTo& points_to_;
  const CallGraph& calls_;
  const Locks& locks_;
  llvm::DenseMap<const llvm::Function*, std::optional<LockChange>> summaries_;  // null: of unknown code
  llvm::DenseMap<const llvm::Function*, llvm::BitVector> entries_;
  llvm::BitVector none_;
};

}  // namespace selvage::instrument
