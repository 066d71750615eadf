#include "instrument/pass/analysis/unused_arguments.h"

#include <llvm/ADT/SetVector.h>
#include <llvm/IR/Constants.h>

#include "instrument/pass/sections.h"

namespace selvage::instrument {

using namespace llvm;

std::vector<Constant*> functions_without_use_of_argument(const PointsTo& points_to) {
  SmallSetVector<Constant*, 4> result;
  for (const Callback& callback : points_to.callbacks()) {
    if (callback.action != LibraryAction::StartThread || !is_analysed(*callback.function)) continue;
    const Function& function = *callback.function;
    if (function.isVarArg() || function.arg_size() > 1) continue;
    if (function.arg_empty() || function.getArg(0)->use_empty()) result.insert(const_cast<Function*>(&function));
  }
  return {result.begin(), result.end()};
}

void emit_indifferent_functions(Module& module, const std::vector<Constant*>& functions) {
  if (functions.empty()) return;
  ArrayType* type = ArrayType::get(PointerType::getUnqual(module.getContext()), functions.size());
  make_section_variable(module, ConstantArray::get(type, functions), "selvage_indifferent", "selvage_indifferent_table",
                        Align(sizeof(void*)));
}

}  // namespace selvage::instrument
