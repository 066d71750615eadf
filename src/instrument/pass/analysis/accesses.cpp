#include "instrument/pass/analysis/accesses.h"

#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Module.h>

#include "instrument/pass/library_functions.h"

namespace selvage::instrument {

using namespace llvm;

namespace {

uint64_t size_of(const Instruction& instruction, Type* type) {
  return instruction.getModule()->getDataLayout().getTypeStoreSize(type).getKnownMinValue();
}

uint64_t constant_or_unbounded(const Value* length) {
  const auto* constant = dyn_cast<ConstantInt>(length);
  return constant == nullptr ? kUnbounded : constant->getZExtValue();
}

void add_library_accesses(const CallBase& call, const LibrarySummary& summary, SmallVectorImpl<MemoryAccess>& result) {
  for (unsigned index = 0; index < call.arg_size(); ++index) {
    const char effect = summary.arguments[std::min<size_t>(index, summary.arguments.size() - 1)];
    const Value* address = call.getArgOperand(index);
    if (effect == '-' || !address->getType()->isPointerTy()) continue;
    result.push_back({.address = address,
                      .size = static_cast<uint64_t>(kUnbounded),
                      .reads = effect != 'w',
                      .writes = effect != 'r'});
  }
}

void add_call_accesses(const PointsTo& points_to, const CallBase& call, SmallVectorImpl<MemoryAccess>& result,
                       bool& does_anything) {
  for (unsigned index = 0; index < call.arg_size(); ++index) {
    if (Type* type = call.getParamByValType(index)) {
      result.push_back({call.getArgOperand(index), size_of(call, type), true, false});
    }
  }
  const PointsTo::Callees& callees = points_to.callees(call);
  for (const Function* callee : callees.functions) {
    if (is_analysed(*callee)) continue;
    if (const LibrarySummary* summary = library_summary(callee->getName())) {
      add_library_accesses(call, *summary, result);
    }
  }
  if (!callees.is_complete) {
    does_anything = true;
    for (const Use& argument : call.args()) {
      if (!argument->getType()->isPointerTy()) continue;
      result.push_back({argument, static_cast<uint64_t>(kUnbounded), true, true});
    }
  }
}

}  // namespace

SmallVector<MemoryAccess, 2> accesses(const PointsTo& points_to, const Instruction& instruction, bool& does_anything) {
  SmallVector<MemoryAccess, 2> result;
  if (const auto* load = dyn_cast<LoadInst>(&instruction)) {
    result.push_back({load->getPointerOperand(), size_of(*load, load->getType()), true, false});
  } else if (const auto* store = dyn_cast<StoreInst>(&instruction)) {
    result.push_back({store->getPointerOperand(), size_of(*store, store->getValueOperand()->getType()), false, true});
  } else if (const auto* update = dyn_cast<AtomicRMWInst>(&instruction)) {
    result.push_back({update->getPointerOperand(), size_of(*update, update->getType()), true, true});
  } else if (const auto* exchange = dyn_cast<AtomicCmpXchgInst>(&instruction)) {
    Type* type = exchange->getNewValOperand()->getType();
    result.push_back({exchange->getPointerOperand(), size_of(*exchange, type), true, true});
  } else if (const auto* range = dyn_cast<AnyMemIntrinsic>(&instruction)) {
    const uint64_t length = constant_or_unbounded(range->getLength());
    if (const auto* transfer = dyn_cast<AnyMemTransferInst>(range)) {
      result.push_back({transfer->getRawSource(), length, true, false});
    }
    result.push_back({range->getRawDest(), length, false, true});
  } else if (isa<DbgInfoIntrinsic>(instruction)) {
    return result;
  } else if (const auto* call = dyn_cast<CallBase>(&instruction)) {
    if (const auto* intrinsic = dyn_cast<IntrinsicInst>(call)) {
      if (!intrinsic->mayReadOrWriteMemory() || intrinsic->isLifetimeStartOrEnd() ||
          intrinsic->isAssumeLikeIntrinsic()) {
        return result;
      }
      for (const Use& argument : call->args()) {
        if (argument->getType()->isPointerTy()) {
          result.push_back({argument, static_cast<uint64_t>(kUnbounded), true, intrinsic->mayWriteToMemory()});
        }
      }
      return result;
    }
    add_call_accesses(points_to, *call, result, does_anything);
  }
  return result;
}

}  // namespace selvage::instrument
