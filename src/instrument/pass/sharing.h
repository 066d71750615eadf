// Which memory another thread cannot reach.
//
// The filter is a snapshot: it is computed from the module before the first hook is inserted (hooks take addresses
// and would make everything look escaped) and stays valid while hooks are added.
//
// Private are, and nothing else is:
//   - stack variables and by-value arguments whose address does not escape,
//   - thread-local variables of this module whose address does not escape,
//   - constants,
//   - what a pointer argument points to, where every caller is known and passes a pointer to private memory,
//   - what a function returns a pointer to, where it only returns pointers into private memory that it was given,
//   - what the whole-program analysis (analysis/thread_escape.h) shows to be out of every other thread's reach.
// Heap memory is never private here, even where its address stays local: use after free is found by hooks too.
#pragma once

#include <llvm/ADT/DenseMap.h>
#include <llvm/ADT/DenseSet.h>
#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/ADT/SmallVector.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>

#include "instrument/pass/analysis/thread_escape.h"
#include "instrument/pass/escape.h"

namespace selvage::instrument {

class SharingFilter {
 public:
  // Without `threads` only what the surroundings of an address tell is used. With `only_claims` everything gets hooks.
  SharingFilter(const llvm::Module& module, const ThreadEscape* threads, bool only_claims = false);

  // False only if no other thread can access the memory at `address`.
  bool may_be_shared(const llvm::Value* address) const {
    return looks_for_left_out_ ? is_left_out(address) : only_claims_ || !is_private(address);
  }
  bool is_private(const llvm::Value* address) const;
  // Private by the whole-program analysis alone: without it there would be a hook.
  bool is_left_out(const llvm::Value* address) const;
  // From here on may_be_shared() is is_left_out(): what has no hook yet gets one (left_out_changes.h).
  void look_for_left_out() { looks_for_left_out_ = true; }

 private:
  void find_private_locals(const llvm::Module& module, const EscapeAnalysis& escape);
  void find_private_thread_locals(const llvm::Module& module, const EscapeAnalysis& escape);
  // What is known to be private: by the analysis of threads, too, or by the surroundings of addresses alone.
  using Known = llvm::DenseSet<const llvm::Value*>;
  void find_private_arguments(const llvm::Module& module, Known& known);
  void find_returned_arguments(const llvm::Module& module);
  // Calls that an inquiry has met: where `p = next(p)` in a loop leads back to one, it adds nothing.
  using Calls = llvm::SmallPtrSet<const llvm::CallBase*, 8>;
  bool may_be_shared(const llvm::Value* address, const Known& known, Calls& met) const;
  bool returns_private_pointer(const llvm::CallBase& call, const Known& known, Calls& met) const;
  bool every_caller_passes_private(const llvm::Argument& argument, const Known& known) const;
  bool is_private_object(const llvm::Value* object, const Known& known, Calls& met) const;

  const ThreadEscape* threads_;
  bool only_claims_;
  bool looks_for_left_out_ = false;
  Known private_, private_alone_;
  // Functions that return nothing but pointers into what these arguments point to (std::max, accessors).
  llvm::DenseMap<const llvm::Function*, llvm::SmallVector<unsigned, 2>> returned_arguments_;
};

}  // namespace selvage::instrument
