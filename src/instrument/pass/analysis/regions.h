// Sides of branches: what a thread that goes another way does not do, until the ways meet again.
#pragma once

#include <vector>

#include "instrument/pass/analysis/effects.h"

namespace selvage::instrument {

struct Region {
  const llvm::Instruction* branch;
  uint32_t side;  // number of the successor
  Effects effects;
  LockChange end;               // what has happened to locks where the sides meet
  bool may_end_thread = false;  // before the sides meet
  bool open = false;            // another side may never come there: the effects are those until the thread's end
};

// Of all branches that have a side that matters: one that accesses shared memory or acquires locks.
std::vector<Region> find_regions(const llvm::Module& module, const EffectsOfCode& effects, const LockSets& lock_sets);

}  // namespace selvage::instrument
