#include "instrument/pass/analysis/same_value.h"

#include <llvm/IR/InstrTypes.h>
#include <llvm/IR/Instructions.h>

namespace selvage::instrument {

using namespace llvm;

bool is_same_value(const Value* one, const Value* other, unsigned depth) {
  if (one == other) return true;
  const auto* a = dyn_cast<Instruction>(one);
  const auto* b = dyn_cast<Instruction>(other);
  constexpr unsigned kDeepest = 8;
  if (a == nullptr || b == nullptr || depth == kDeepest || !a->isSameOperationAs(b)) return false;
  if (!isa<GetElementPtrInst>(a) && !isa<CastInst>(a) && !isa<BinaryOperator>(a)) return false;
  for (unsigned i = 0; i < a->getNumOperands(); ++i) {
    if (!is_same_value(a->getOperand(i), b->getOperand(i), depth + 1)) return false;
  }
  return true;
}

}  // namespace selvage::instrument
