// Where a thread may get to next: the sites that can follow a site, across functions.
//
// Calling contexts are not looked at: a function returns to all of its callers. Where control may go along ways that are
// not followed here - exceptions, longjmp, handlers that run when a thread or the program ends - everything is open.
#pragma once

#include <llvm/ADT/DenseMap.h>
#include <llvm/ADT/DenseSet.h>
#include <llvm/ADT/SparseBitVector.h>

#include "instrument/pass/analysis/call_graph.h"
#include "instrument/pass/site_table.h"

namespace selvage::instrument {

class Succession {
 public:
  // Once all sites of the module are there.
  Succession(const llvm::Module& module, const PointsTo& points_to, const CallGraph& calls, const SiteTable& sites);

  struct Next {
    llvm::SparseBitVector<> sites;
    bool is_open = false;  // the thread may also execute code that was not analysed
  };
  Next after(const llvm::Instruction& instruction) const;

 private:
  struct Walk;
  static bool has_hidden_ways(const llvm::Module& module);
  void find_silent_functions();

  const PointsTo& points_to_;
  const CallGraph& calls_;
  llvm::DenseMap<const llvm::Instruction*, llvm::SmallVector<uint32_t, 1>> sites_of_;
  llvm::DenseSet<const llvm::Function*> silent_;  // no sites and no unknown code in them, nor in what they call
  bool is_open_;
};

}  // namespace selvage::instrument
