// The instrumentation of a whole program, on the merged module of a link.
#pragma once

#include <llvm/IR/PassManager.h>

namespace selvage::instrument {

// Its definition is part of the program, and hooks can be inserted into it.
bool is_to_be_instrumented(const llvm::Function& function);

// Announces every operation on memory that may be shared, and every call that leaves the program; writes the site
// table and the module record (without its function table, see function_table_pass.h).
// Expects locals promoted to registers and attributes of library functions inferred.
class InstrumentPass : public llvm::PassInfoMixin<InstrumentPass> {
 public:
  llvm::PreservedAnalyses run(llvm::Module& module, llvm::ModuleAnalysisManager& analyses);
  static bool isRequired() { return true; }
};

}  // namespace selvage::instrument
