// The analyses of a whole program, computed once, before the first hook is inserted.
//
// They have a budget of time. What is not found out within it is not known, and what is not known may be shared, may
// alias, may have any influence: then hooks stand wherever an address alone does not show that they need not, or the
// executable has no facts. SELVAGE_ANALYSIS_LOG names a file that what was found is written to, in a readable form; "-" is
// standard error.
#pragma once

#include <llvm/IR/Module.h>

#include <memory>

#include "instrument/pass/analysis_setting.h"

namespace selvage::instrument {

class Budget;
class SharingFilter;
class SiteTable;
class ThreadEscape;

class ProgramAnalysis {
 public:
  ProgramAnalysis(const llvm::Module& module, const AnalysisSetting& setting);
  ~ProgramAnalysis();

  // What was found out within the budget: a set of LinkProperties (contract/site.h).
  uint32_t done() const;
  bool is_off() const { return sharing_ == nullptr; }
  // Null if that is not known.
  const ThreadEscape* threads() const;
  // Claims about private memory are to be checked when the program runs.
  bool checks_claims() const { return checks_claims_; }

  // Writes what is known about the sites, all of which exist.
  void emit_facts(llvm::Module& module, SiteTable& sites, const SharingFilter& sharing);

 private:
  struct Sharing;
  struct Parts;
  void say_given_up(const char* consequence) const;
  void give_up_facts();

  bool checks_claims_;
  double seconds_;
  std::unique_ptr<Budget> budget_;
  std::unique_ptr<Sharing> sharing_;
  std::unique_ptr<Parts> parts_;
};

}  // namespace selvage::instrument
