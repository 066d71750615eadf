// Who calls whom, and which functions run in which kind of thread.
//
// Unknown code is one node, which calls every function that has escaped: edges from each call of it to each of them would
// be too many.
#pragma once

#include <llvm/ADT/DenseMap.h>
#include <llvm/ADT/DenseSet.h>
#include <llvm/ADT/SmallVector.h>

#include <vector>

#include "instrument/pass/analysis/points_to.h"

namespace selvage::instrument {

class CallGraph {
 public:
  CallGraph(const llvm::Module& module, const PointsTo& points_to);

  using Functions = llvm::SmallVector<const llvm::Function*, 2>;

  // The functions of the program that the call or a library may call before it is over, in the calling thread. Where
  // `reaches_unknown_code`, all functions in `escaped` may be called as well.
  llvm::ArrayRef<const llvm::Function*> callees(const llvm::CallBase& call) const;
  bool reaches_unknown_code(const llvm::CallBase& call) const { return !points_to_.callees(call).is_complete; }
  llvm::ArrayRef<const llvm::Function*> escaped() const { return escaped_; }
  bool has_escaped(const llvm::Function& function) const { return is_escaped_.contains(&function); }
  // All calls that reach unknown code: the callers of whatever has escaped.
  llvm::ArrayRef<const llvm::CallBase*> unknown_calls() const { return unknown_calls_; }
  struct Caller {
    const llvm::CallBase* call;
    const llvm::Function* function;
  };
  // Without those that reach it through unknown code.
  const std::vector<Caller>& callers(const llvm::Function& function) const;

  // Functions that a thread other than the first may begin with, or that unknown code may call in any thread.
  const std::vector<const llvm::Function*>& thread_roots() const { return thread_roots_; }
  // Whether the function is called by somebody who is not in the program: main, threads, handlers, unknown code.
  bool is_root(const llvm::Function& function) const { return roots_.contains(&function); }
  // Whether it may run outside the first thread.
  bool runs_in_threads(const llvm::Function& function) const { return in_threads_.contains(&function); }
  // Whether it may run in a signal handler, in the midst of another function.
  bool runs_in_handlers(const llvm::Function& function) const { return in_handlers_.contains(&function); }

  // Strongly connected components, callees first. Unknown code is the null pointer.
  const std::vector<Functions>& bottom_up() const { return bottom_up_; }

 private:
  using Set = llvm::DenseSet<const llvm::Function*>;
  void find_roots(const llvm::Module& module);
  Functions find_callees(const llvm::CallBase& call) const;
  void reach(llvm::ArrayRef<const llvm::Function*> roots, Set& reached) const;
  void order(const llvm::Module& module);

  const PointsTo& points_to_;
  std::vector<const llvm::Function*> escaped_;
  std::vector<const llvm::CallBase*> unknown_calls_;
  std::vector<const llvm::Function*> thread_roots_;
  Set analysed_, roots_, in_threads_, in_handlers_, is_escaped_;
  llvm::DenseMap<const llvm::CallBase*, Functions> called_by_libraries_;
  llvm::DenseMap<const llvm::CallBase*, Functions> callees_;
  llvm::DenseMap<const llvm::Function*, std::vector<Caller>> callers_;
  llvm::DenseMap<const llvm::Function*, Functions> successors_;
  std::vector<Functions> bottom_up_;
};

}  // namespace selvage::instrument
