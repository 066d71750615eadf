// Every access to memory that an instruction makes, as the analyses see it.
#pragma once

#include <llvm/ADT/SmallVector.h>
#include <llvm/IR/InstrTypes.h>

#include <cstdint>

#include "instrument/pass/analysis/points_to.h"

namespace selvage::instrument {

struct MemoryAccess {
  const llvm::Value* address;
  uint64_t size;  // kUnbounded where it is not known
  bool reads, writes;
};

// Calls of functions in the program have none of their own. `does_anything` becomes true where the instruction may also
// access whatever has escaped: calls of unknown code, inline assembly.
llvm::SmallVector<MemoryAccess, 2> accesses(const PointsTo& points_to, const llvm::Instruction& instruction,
                                            bool& does_anything);

}  // namespace selvage::instrument
