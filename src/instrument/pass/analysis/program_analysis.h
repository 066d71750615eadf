// The analyses of a whole program, computed once, before the first hook is inserted.
//
// Environment, read when the program is linked:
//   SELVAGE_ANALYSIS=off    none of them: hooks stand wherever an address alone does not show that they need not
//   SELVAGE_ANALYSIS=check  hooks everywhere; those that would be left out are marked, and the explorer holds it an error
//                           if what they access turns out to be shared (tests/corpus/private_claims.py)
//   SELVAGE_ANALYSIS_LOG    a file that what was found is written to, in a readable form; "-" for standard error
#pragma once

#include <llvm/IR/Module.h>

#include <memory>

namespace selvage::instrument {

class SharingFilter;
class SiteTable;
class ThreadEscape;

class ProgramAnalysis {
 public:
  explicit ProgramAnalysis(const llvm::Module& module);
  ~ProgramAnalysis();

  bool is_off() const { return parts_ == nullptr; }
  // Null if switched off.
  const ThreadEscape* threads() const;
  // Claims about private memory are to be checked when the program runs.
  bool checks_claims() const { return checks_claims_; }

  // Writes what is known about the sites, all of which exist, and about branches, which get sites.
  void emit_facts(llvm::Module& module, SiteTable& sites, const SharingFilter& sharing) const;

 private:
  struct Parts;
  std::unique_ptr<Parts> parts_;
  bool checks_claims_ = false;
};

}  // namespace selvage::instrument
