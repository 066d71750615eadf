// Functions that threads begin with and that do not use their argument: threads that run one of them are alike whatever they are
// handed (docs/symmetry.md).
#pragma once

#include <llvm/IR/Module.h>

#include "instrument/pass/analysis/points_to.h"

namespace selvage::instrument {

std::vector<llvm::Constant*> functions_without_use_of_argument(const PointsTo& points_to);

// Writes their addresses into the section selvage_indifferent, for the runtime.
void emit_indifferent_functions(llvm::Module& module, const std::vector<llvm::Constant*>& functions);

}  // namespace selvage::instrument
