// C11/C++11 atomics and the __sync/__atomic builtins, as instructions.
#include "instrument/pass/atomic_access.h"

namespace selvage::instrument {

using namespace llvm;

namespace {

Value* size_operand(IRBuilder<>& builder, Type* type) {
  const DataLayout& layout = builder.GetInsertBlock()->getModule()->getDataLayout();
  return builder.getInt32(static_cast<uint32_t>(layout.getTypeStoreSize(type).getKnownMinValue()));
}

Value* order_operand(IRBuilder<>& builder, AtomicOrdering ordering) {
  return builder.getInt32(static_cast<uint32_t>(memory_order(ordering)));
}

}  // namespace

void instrument_atomic_load(Instrumentation& instrumentation, LoadInst& load) {
  IRBuilder<> builder(instrumentation.announcer.place_before(load));
  instrumentation.announcer.atomic_load(load, load.getPointerOperand(), size_operand(builder, load.getType()),
                                        order_operand(builder, load.getOrdering()));
}

void instrument_atomic_store(Instrumentation& instrumentation, StoreInst& store) {
  IRBuilder<> builder(instrumentation.announcer.place_before(store));
  Value* value = store.getValueOperand();
  instrumentation.announcer.atomic_store(store, store.getPointerOperand(), size_operand(builder, value->getType()),
                                         bit_pattern(builder, value), order_operand(builder, store.getOrdering()));
}

void instrument_update(Instrumentation& instrumentation, AtomicRMWInst& update) {
  if (!instrumentation.sharing.may_be_shared(update.getPointerOperand())) return;
  IRBuilder<> builder(instrumentation.announcer.place_before(update));
  Value* operand = update.getValOperand();
  instrumentation.announcer.atomic_update(update, update.getPointerOperand(), size_operand(builder, operand->getType()),
                                          bit_pattern(builder, operand), order_operand(builder, update.getOrdering()));
}

void instrument_compare_exchange(Instrumentation& instrumentation, AtomicCmpXchgInst& exchange) {
  if (!instrumentation.sharing.may_be_shared(exchange.getPointerOperand())) return;
  IRBuilder<> builder(instrumentation.announcer.place_before(exchange));
  Value* desired = exchange.getNewValOperand();
  instrumentation.announcer.atomic_compare_exchange(
      exchange, exchange.getPointerOperand(), size_operand(builder, desired->getType()),
      bit_pattern(builder, exchange.getCompareOperand()), bit_pattern(builder, desired),
      order_operand(builder, exchange.getSuccessOrdering()));
}

void instrument_fence(Instrumentation& instrumentation, FenceInst& fence) {
  // A fence between a thread and its own signal handlers orders nothing between threads.
  if (fence.getSyncScopeID() == SyncScope::SingleThread) return;
  instrumentation.announcer.fence(fence, memory_order(fence.getOrdering()));
}

}  // namespace selvage::instrument
