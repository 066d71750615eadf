// Intrinsics that access memory as a whole, or the processor's clock.
#include <llvm/IR/IntrinsicsX86.h>

#include "instrument/pass/access.h"

namespace selvage::instrument {

using namespace llvm;

namespace {

void instrument_range_intrinsic(Instrumentation& instrumentation, AnyMemIntrinsic& call) {
  Value* length = call.getLength();
  if (const auto* constant = dyn_cast<ConstantInt>(length); constant != nullptr && constant->isZero()) return;
  const auto* plain = dyn_cast<MemIntrinsic>(&call);
  const bool is_volatile = plain != nullptr && plain->isVolatile();
  SmallVector<AccessedRange, 2> ranges;
  if (auto* transfer = dyn_cast<AnyMemTransferInst>(&call)) {
    Value* source = transfer->getRawSource();
    if (instrumentation.sharing.may_be_shared(source)) ranges.push_back({false, source, length});
  }
  Value* destination = call.getRawDest();
  if (instrumentation.sharing.may_be_shared(destination)) ranges.push_back({true, destination, length});
  instrumentation.announcer.ranges(call, ranges, is_volatile);
}

// Vector accesses in which a mask says what is accessed at run time: the whole vector is announced.
void instrument_masked_access(Instrumentation& instrumentation, IntrinsicInst& call, Value* address, Type* type) {
  if (!instrumentation.sharing.may_be_shared(address)) return;
  const DataLayout& layout = call.getModule()->getDataLayout();
  Value* size = IRBuilder<>(&call).getInt64(layout.getTypeStoreSize(type).getKnownMinValue());
  instrumentation.announcer.ranges(call, AccessedRange{call.getType()->isVoidTy(), address, size});
}

void replace_cycle_counter(Instrumentation& instrumentation, IntrinsicInst& call) {
  Value* counter = instrumentation.announcer.cycle_counter(call);
  Value* result = counter;
  if (call.getType()->isStructTy()) {  // rdtscp: the counter and the processor's number
    IRBuilder<> builder(&call);
    result = builder.CreateInsertValue(Constant::getNullValue(call.getType()), counter, 0);
  }
  call.replaceAllUsesWith(result);
  instrumentation.replaced.push_back(&call);
}

}  // namespace

void instrument_intrinsic(Instrumentation& instrumentation, IntrinsicInst& call) {
  if (auto* range = dyn_cast<AnyMemIntrinsic>(&call)) return instrument_range_intrinsic(instrumentation, *range);
  switch (call.getIntrinsicID()) {
    case Intrinsic::readcyclecounter:
    case Intrinsic::x86_rdtsc:
    case Intrinsic::x86_rdtscp:
      return replace_cycle_counter(instrumentation, call);
    case Intrinsic::x86_sse2_mfence:
      return instrumentation.announcer.fence(call, MemoryOrder::SequentiallyConsistent);
    case Intrinsic::masked_load:
      return instrument_masked_access(instrumentation, call, call.getArgOperand(0), call.getType());
    case Intrinsic::masked_store:
      return instrument_masked_access(instrumentation, call, call.getArgOperand(1), call.getArgOperand(0)->getType());
    default:
      return;
  }
}

}  // namespace selvage::instrument
