// Locks as the analyses know them: places in memory that lock operations are given.
#pragma once

#include <llvm/ADT/BitVector.h>
#include <llvm/ADT/DenseMap.h>
#include <llvm/IR/InstrTypes.h>

#include <optional>
#include <vector>

#include "instrument/pass/analysis/points_to.h"

namespace selvage::instrument {

using LockId = uint32_t;

class Locks {
 public:
  Locks(const llvm::Module& module, const PointsTo& points_to, Budget& budget);

  size_t size() const { return cells_.size(); }
  NodeId cell(LockId lock) const { return cells_[lock]; }
  // One lock, as opposed to all that a place in the program creates. Only such can be known to be held.
  bool is_unique(LockId lock) const { return unique_.test(lock); }
  bool has_escaped(LockId lock) const;

  // All locks that the address may be of.
  llvm::BitVector at(const llvm::Value* address) const;
  // The lock that it is certainly of.
  std::optional<LockId> certainly_at(const llvm::Value* address, int64_t offset = 0) const;
  // All that unknown code can get at.
  const llvm::BitVector& escaped() const { return escaped_; }

  // What a call of a library function does to locks; nothing for calls of the program's own functions.
  struct Operation {
    LockAction action;
    const llvm::Value* address;
  };
  static std::optional<Operation> operation(const llvm::CallBase& call);

 private:
  const PointsTo& points_to_;
  std::vector<NodeId> cells_;
  llvm::DenseMap<NodeId, LockId> numbers_;
  llvm::BitVector unique_, escaped_;
};

}  // namespace selvage::instrument
