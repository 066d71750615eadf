// Which of the values that a loop carries from one iteration to the next can make a difference.
//
// A back-off delay that only says how long an inner loop pauses makes none, nor does a counter that nobody reads. What
// does is found as in aggressive dead-code elimination: from the instructions with an effect, and from the branches that
// leave the loop, back along data and control dependence. An inner loop that has no effect is taken to end.
#pragma once

#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/ADT/SmallVector.h>
#include <llvm/Analysis/LoopInfo.h>
#include <llvm/IR/InlineAsm.h>
#include <llvm/IR/Instructions.h>

#include <optional>

#include "instrument/pass/analysis/control_flow.h"

namespace selvage::instrument {

using LoopState = llvm::SmallVector<llvm::PHINode*, 4>;

// For all loops of one function: what has an effect in it is followed back once, not once for each loop.
class LoopStates {
 public:
  explicit LoopStates(llvm::Function& function);

  // The values at the loop's header that matter. None where it can be told that no iteration ever leaves the thread in the
  // state that it began in (a counter that matters goes on and on), or where a value does not fit into 64 bits.
  std::optional<LoopState> carried_round(const llvm::Loop& loop) const;

 private:
  using Instructions = llvm::SmallPtrSet<const llvm::Instruction*, 32>;
  // Adds what the open ones depend on, as far as it is not in live_ anyway.
  void follow(llvm::SmallVector<const llvm::Instruction*, 32> open, Instructions& live) const;

  ControlFlow control_;
  Instructions live_;  // whatever loop is asked about
};

// Neither changes memory nor lets time pass in a way that could be noticed: sched_yield, usleep, pause and the like.
bool only_gives_way(const llvm::CallBase& call);
bool is_pause(const llvm::InlineAsm& assembly);

}  // namespace selvage::instrument
