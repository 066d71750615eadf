// Which of the values that a loop carries from one iteration to the next can make a difference.
//
// A back-off delay that only says how long an inner loop pauses makes none, nor does a counter that nobody reads. What
// does is found as in aggressive dead-code elimination: from the instructions with an effect, and from the branches that
// leave the loop, back along data and control dependence. An inner loop that has no effect is taken to end.
#pragma once

#include <llvm/ADT/SmallVector.h>
#include <llvm/Analysis/LoopInfo.h>
#include <llvm/Analysis/PostDominators.h>
#include <llvm/IR/InlineAsm.h>
#include <llvm/IR/Instructions.h>

#include <optional>

namespace selvage::instrument {

using LoopState = llvm::SmallVector<llvm::PHINode*, 4>;

// The values at the loop's header that matter. None where it can be told that no iteration ever leaves the thread in the
// state that it began in (a counter that matters goes on and on), or where a value does not fit into 64 bits.
std::optional<LoopState> state_carried_round(const llvm::Loop& loop, llvm::PostDominatorTree& post_dominators);

// Neither changes memory nor lets time pass in a way that could be noticed: sched_yield, usleep, pause and the like.
bool only_gives_way(const llvm::CallBase& call);
bool is_pause(const llvm::InlineAsm& assembly);

}  // namespace selvage::instrument
