// Which memory two threads may reach.
//
// A thread gets at memory of another one only through what both can reach: global variables, what is handed over when a
// thread is created or joined, and code that is not analysed. All objects that can be reached from there through
// pointers may be shared; the others belong to the thread that created them. What only the first thread's code accesses
// is its own, too. Signal handlers count as threads.
#pragma once

#include <llvm/ADT/BitVector.h>

#include "instrument/pass/analysis/call_graph.h"
#include "instrument/pass/analysis/points_to.h"

namespace selvage::instrument {

class ThreadEscape {
 public:
  ThreadEscape(const llvm::Module& module, const PointsTo& points_to, const CallGraph& calls, Budget& budget);

  bool may_be_shared(ObjectId object) const { return shared_.test(object); }
  // False only if no access at the address can be one that two threads make to the same memory, one of them writing.
  bool may_be_shared(const llvm::Value* address) const;
  // The same for memory on the heap too, which is never left without hooks.
  bool may_be_shared_or_freed(const llvm::Value* address) const;

 private:
  void note_accesses(const llvm::Module& module, const CallGraph& calls, Budget& budget);
  void spread();

  const PointsTo& points_to_;
  llvm::BitVector shared_;
  llvm::BitVector in_threads_, in_handlers_;
};

}  // namespace selvage::instrument
