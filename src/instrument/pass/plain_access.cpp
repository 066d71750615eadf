// Loads and stores. Atomic ones go to atomic_access.cpp by their order.
#include "instrument/pass/access.h"
#include "instrument/pass/atomic_access.h"

namespace selvage::instrument {

using namespace llvm;

namespace {

// Vtables are constant, but reached through a pointer in the object: the pattern is a load at a fixed offset from a
// value that was itself loaded as a virtual table pointer.
bool is_virtual_table_access(const LoadInst& load) {
  const Value* base = load.getPointerOperand()->stripInBoundsConstantOffsets();
  const auto* table = dyn_cast<LoadInst>(base);
  if (table == nullptr) return false;
  const MDNode* tag = table->getMetadata(LLVMContext::MD_tbaa);
  return tag != nullptr && tag->isTBAAVtableAccess();
}

struct AccessSize {
  uint32_t bytes;
  bool is_range;  // aggregates are announced as ranges
};

AccessSize access_size(const Instruction& access, Type* type) {
  const DataLayout& layout = access.getModule()->getDataLayout();
  const TypeSize size = layout.getTypeStoreSize(type);
  return {static_cast<uint32_t>(size.getKnownMinValue()), type->isAggregateType()};
}

// Memory that is not in the ordinary address space (x86 segments) has no address that a hook could be given.
bool is_ordinary(const Value& address) { return address.getType()->getPointerAddressSpace() == 0; }

}  // namespace

void instrument_load(Instrumentation& instrumentation, LoadInst& load) {
  Value* address = load.getPointerOperand();
  if (!is_ordinary(*address) || !instrumentation.sharing.may_be_shared(address)) return;
  if (load.isAtomic()) return instrument_atomic_load(instrumentation, load);
  if (load.hasMetadata(LLVMContext::MD_invariant_load) || is_virtual_table_access(load)) return;
  const AccessSize size = access_size(load, load.getType());
  if (size.bytes == 0) return;
  if (size.is_range) {
    IRBuilder<> builder(&load);
    instrumentation.announcer.ranges(load, AccessedRange{false, address, builder.getInt64(size.bytes)},
                                     load.isVolatile());
  } else {
    instrumentation.announcer.read(load, address, size.bytes, load.isVolatile());
  }
}

void instrument_store(Instrumentation& instrumentation, StoreInst& store) {
  Value* address = store.getPointerOperand();
  if (!is_ordinary(*address) || !instrumentation.sharing.may_be_shared(address)) return;
  if (store.isAtomic()) return instrument_atomic_store(instrumentation, store);
  const AccessSize size = access_size(store, store.getValueOperand()->getType());
  if (size.bytes == 0) return;
  if (size.is_range) {
    IRBuilder<> builder(&store);
    instrumentation.announcer.ranges(store, AccessedRange{true, address, builder.getInt64(size.bytes)},
                                     store.isVolatile());
  } else {
    instrumentation.announcer.write(store, address, size.bytes, store.getValueOperand(), store.isVolatile());
  }
}

}  // namespace selvage::instrument
