#include "instrument/pass/function_table_pass.h"

#include "instrument/pass/module_record.h"

namespace selvage::instrument {

using namespace llvm;

PreservedAnalyses FunctionTablePass::run(Module& module, ModuleAnalysisManager& analyses) {
  static_cast<void>(analyses);
  emit_function_table(module);
  return PreservedAnalyses::none();
}

}  // namespace selvage::instrument
