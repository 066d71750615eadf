// Loops in which a thread may wait for others by looking again and again.
//
// The runtime is told at every visit of the header in what state the thread comes there: two visits in the same state,
// with nothing changed in between, are an iteration that could as well not have been (docs/spinning.md). To know that
// nothing changed it has to hear of what is no access to shared memory: writes to the thread's own memory, and calls
// that leave the instrumented program, in the loop and in all that is called from it.
//
// A plan is made before the first hook is inserted, because hooks look like effects, and carried out at the end. In between
// values are replaced (the processor's clock): handles follow them.
#pragma once

#include <llvm/ADT/SetVector.h>
#include <llvm/IR/ValueHandle.h>

#include "instrument/pass/access.h"
#include "instrument/pass/certain_effects.h"
#include "instrument/pass/dead_memory.h"
#include "instrument/pass/deadlines.h"
#include "instrument/pass/instants.h"
#include "instrument/pass/library_functions.h"
#include "instrument/pass/loop_state.h"

namespace selvage::instrument {

class SpinLoops {
 public:
  SpinLoops(llvm::Module& module, const SharingFilter& sharing);

  void insert_hooks(Announcer& announcer) const;

  const Deadlines& deadlines() const { return deadlines_; }

 private:
  struct Header {
    llvm::BasicBlock* block;
    llvm::SmallVector<llvm::BasicBlock*, 2> entering;
    llvm::SmallVector<llvm::BasicBlock*, 2> exits;
    LoopState state;
  };
  struct PrivateWrite {
    llvm::WeakTrackingVH instruction, address, size;
  };

  void find_loops(llvm::Function& function);
  void consider(const llvm::Loop& loop, const llvm::DominatorTree& dominators, const LoopStates& states);
  void follow(llvm::BasicBlock& block);
  void follow_calls();
  void note(llvm::Instruction& instruction);
  void note_call(llvm::CallBase& call);
  void note_clock_read(llvm::CallBase& call, const ClockRead& read);
  void note_private_write(llvm::Instruction& instruction, llvm::Value* address, llvm::Value* size);

  const SharingFilter& sharing_;
  const CertainEffects effects_;
  const Deadlines deadlines_;
  const Instants instants_;
  DeadMemory dead_memory_;
  std::vector<Header> headers_;
  llvm::SmallSetVector<llvm::BasicBlock*, 16> blocks_;  // whose effects have to be known
  llvm::SmallSetVector<llvm::Function*, 16> called_;
  std::vector<PrivateWrite> private_writes_;
  std::vector<llvm::WeakTrackingVH> leaving_;
  std::vector<llvm::WeakTrackingVH> deadline_clocks_;
  std::vector<llvm::WeakTrackingVH> instant_clocks_;
  llvm::SmallSetVector<llvm::Function*, 16> polling_;  // functions of blocks_, where the clock is read in any of these
};

}  // namespace selvage::instrument
