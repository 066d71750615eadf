#include "instrument/pass/announcer.h"

#include <llvm/IR/CFG.h>
#include <llvm/Support/AtomicOrdering.h>

#include "instrument/pass/allocated_type.h"
#include "instrument/pass/variable_name.h"

namespace selvage::instrument {

using namespace llvm;

namespace {

uint32_t constant_or_zero(const Value* value) {
  const auto* constant = dyn_cast<ConstantInt>(value);
  return constant == nullptr ? 0 : static_cast<uint32_t>(constant->getLimitedValue(UINT32_MAX));
}

constexpr uint64_t kHashFactor = 0x9e3779b97f4a7c15;

uint8_t volatile_flag(bool is_volatile) { return is_volatile ? uint8_t{kSiteVolatile} : uint8_t{0}; }

}  // namespace

Value* bit_pattern(IRBuilder<>& builder, Value* value) {
  Type* type = value->getType();
  const DataLayout& layout = builder.GetInsertBlock()->getModule()->getDataLayout();
  const uint64_t bits = type->isSized() ? layout.getTypeSizeInBits(type).getKnownMinValue() : 0;
  if (bits == 0 || bits > 64) return builder.getInt64(0);
  if (type->isPointerTy()) return builder.CreatePtrToInt(value, builder.getInt64Ty());
  if (type->isFloatingPointTy() || (type->isVectorTy() && !type->isPtrOrPtrVectorTy())) {
    value = builder.CreateBitCast(value, builder.getIntNTy(static_cast<unsigned>(bits)));
  }
  if (!value->getType()->isIntegerTy()) return builder.getInt64(0);
  return builder.CreateZExt(value, builder.getInt64Ty());
}

MemoryOrder memory_order(AtomicOrdering ordering) {
  switch (ordering) {
    case AtomicOrdering::NotAtomic:
      return MemoryOrder::NotAtomic;
    case AtomicOrdering::Unordered:
    case AtomicOrdering::Monotonic:
      return MemoryOrder::Relaxed;
    case AtomicOrdering::Acquire:
      return MemoryOrder::Acquire;
    case AtomicOrdering::Release:
      return MemoryOrder::Release;
    case AtomicOrdering::AcquireRelease:
      return MemoryOrder::AcquireRelease;
    case AtomicOrdering::SequentiallyConsistent:
      break;
  }
  return MemoryOrder::SequentiallyConsistent;
}

Announcer::Announcer(Module& module, LinkKind kind)
    : module_(module),
      sites_(module, kind),
      nothing_(Type::getVoidTy(module.getContext())),
      address_(PointerType::getUnqual(module.getContext())),
      i32_(Type::getInt32Ty(module.getContext())),
      i64_(Type::getInt64Ty(module.getContext())),
      read_(hook("selvage_hook_read", nothing_, {address_, i32_, i32_})),
      write_(hook("selvage_hook_write", nothing_, {address_, i32_, i64_, i32_})),
      read_range_(hook("selvage_hook_read_range", nothing_, {address_, i64_, i32_})),
      write_range_(hook("selvage_hook_write_range", nothing_, {address_, i64_, i32_})),
      with_read_range_(hook("selvage_hook_with_read_range", nothing_, {address_, i64_, i32_})),
      with_write_range_(hook("selvage_hook_with_write_range", nothing_, {address_, i64_, i32_})),
      atomic_load_(hook("selvage_hook_atomic_load", nothing_, {address_, i32_, i32_, i32_})),
      atomic_store_(hook("selvage_hook_atomic_store", nothing_, {address_, i32_, i64_, i32_, i32_})),
      atomic_update_(hook("selvage_hook_atomic_update", nothing_, {address_, i32_, i64_, i32_, i32_})),
      atomic_compare_exchange_(
          hook("selvage_hook_atomic_compare_exchange", nothing_, {address_, i32_, i64_, i64_, i32_, i32_})),
      fence_(hook("selvage_hook_fence", nothing_, {i32_, i32_})),
      call_site_is_indirect_(kind == LinkKind::SharedObject) {
  // A shared object cannot rely on its definition being replaced by the executable's (version scripts,
  // -Bsymbolic), so it goes through a pointer that the hook archive sets when the object is loaded.
  const char* name = call_site_is_indirect_ ? "selvage_call_site_pointer" : "selvage_call_site";
  Type* type = call_site_is_indirect_ ? address_ : i32_;
  call_site_ = cast<GlobalVariable>(module.getOrInsertGlobal(name, type));
  if (call_site_is_indirect_) call_site_->setVisibility(GlobalValue::HiddenVisibility);
  call_site_->setDSOLocal(true);
}

FunctionCallee Announcer::hook(StringRef name, Type* result, ArrayRef<Type*> parameters) {
  // Nothing else is promised to the optimiser: while a hook runs, other threads change memory.
  AttributeList attributes;
  attributes = attributes.addFnAttribute(module_.getContext(), Attribute::NoUnwind);
  return module_.getOrInsertFunction(name, FunctionType::get(result, parameters, /*isVarArg=*/false), attributes);
}

void Announcer::read(Instruction& instruction, Value* address, uint32_t size, bool is_volatile) {
  IRBuilder<> builder(place_before(instruction));
  Value* site = sites_.add(builder, instruction,
                           {.operation = Operation::Read,
                            .size = size,
                            .flags = volatile_flag(is_volatile),
                            .variable = variable_name(module_.getDataLayout(), address, size),
                            .address = address});
  builder.CreateCall(read_, {address, builder.getInt32(size), site});
}

void Announcer::write(Instruction& instruction, Value* address, uint32_t size, Value* value, bool is_volatile) {
  IRBuilder<> builder(place_before(instruction));
  Value* site = sites_.add(builder, instruction,
                           {.operation = Operation::Write,
                            .size = size,
                            .flags = volatile_flag(is_volatile),
                            .variable = variable_name(module_.getDataLayout(), address, size),
                            .address = address});
  builder.CreateCall(write_, {address, builder.getInt32(size), bit_pattern(builder, value), site});
}

void Announcer::ranges(Instruction& instruction, ArrayRef<AccessedRange> ranges, bool is_volatile) {
  IRBuilder<> builder(place_before(instruction));
  for (const AccessedRange& range : ranges) {
    const uint32_t size = constant_or_zero(range.size);
    uint8_t flags = volatile_flag(is_volatile);
    if (!isa<ConstantInt>(range.size)) flags |= kSiteRange;
    Value* site = sites_.add(builder, instruction,
                             {.operation = range.is_write ? Operation::Write : Operation::Read,
                              .size = size,
                              .flags = flags,
                              .variable = variable_name(module_.getDataLayout(), range.address, size),
                              .address = range.address});
    const bool is_last = &range == &ranges.back();
    FunctionCallee hook =
        range.is_write ? (is_last ? write_range_ : with_write_range_) : (is_last ? read_range_ : with_read_range_);
    builder.CreateCall(hook, {range.address, builder.CreateZExtOrTrunc(range.size, i64_), site});
  }
}

Value* Announcer::atomic_site(IRBuilder<>& builder, Instruction& instruction, Operation operation, Value* address,
                              Value* size, Value* order) {
  const auto* constant_order = dyn_cast<ConstantInt>(order);
  return sites_.add(builder, instruction,
                    {.operation = operation,
                     .size = constant_or_zero(size),
                     .flags = volatile_flag(instruction.isVolatile()),
                     .order = constant_order == nullptr ? MemoryOrder::SequentiallyConsistent
                                                        : static_cast<MemoryOrder>(constant_order->getZExtValue()),
                     .variable = variable_name(module_.getDataLayout(), address, constant_or_zero(size)),
                     .address = address});
}

void Announcer::atomic_load(Instruction& instruction, Value* address, Value* size, Value* order) {
  IRBuilder<> builder(place_before(instruction));
  Value* site = atomic_site(builder, instruction, Operation::AtomicLoad, address, size, order);
  builder.CreateCall(atomic_load_, {address, size, order, site});
}

void Announcer::atomic_store(Instruction& instruction, Value* address, Value* size, Value* value, Value* order) {
  IRBuilder<> builder(place_before(instruction));
  Value* site = atomic_site(builder, instruction, Operation::AtomicStore, address, size, order);
  builder.CreateCall(atomic_store_, {address, size, value, order, site});
}

void Announcer::atomic_update(Instruction& instruction, Value* address, Value* size, Value* operand, Value* order) {
  IRBuilder<> builder(place_before(instruction));
  Value* site = atomic_site(builder, instruction, Operation::AtomicUpdate, address, size, order);
  builder.CreateCall(atomic_update_, {address, size, operand, order, site});
}

void Announcer::atomic_compare_exchange(Instruction& instruction, Value* address, Value* size, Value* expected,
                                        Value* desired, Value* order) {
  IRBuilder<> builder(place_before(instruction));
  Value* site = atomic_site(builder, instruction, Operation::AtomicCompareExchange, address, size, order);
  builder.CreateCall(atomic_compare_exchange_, {address, size, expected, desired, order, site});
}

void Announcer::fence(Instruction& instruction, MemoryOrder order) {
  IRBuilder<> builder(&instruction);
  Value* site = sites_.add(builder, instruction, {.operation = Operation::Fence, .order = order, .variable = {}});
  builder.CreateCall(fence_, {builder.getInt32(static_cast<uint32_t>(order)), site});
}

void Announcer::call_site(CallBase& call) {
  IRBuilder<> builder(&call);
  std::string variable;
  for (const Use& argument : call.args()) {
    if (argument->getType()->isPointerTy()) variable = variable_name(module_.getDataLayout(), argument, 0);
    if (!variable.empty()) break;
  }
  const AllocatedType type = allocated_type(call);
  if (!type.name.empty()) variable = type.name;
  place(call, sites_.add(builder, call, {.size = type.size, .flags = kSiteCall, .variable = variable}));
}

void Announcer::place(Instruction& instruction, Value* site) {
  IRBuilder<> builder(&instruction);
  Value* destination = call_site_;
  if (call_site_is_indirect_) destination = builder.CreateLoad(address_, call_site_);
  builder.CreateStore(site, destination);
}

void Announcer::loop(BasicBlock& header, ArrayRef<BasicBlock*> entering, ArrayRef<BasicBlock*> exits,
                     ArrayRef<PHINode*> state, const Instruction& place) {
  FunctionCallee enter = hook("selvage_hook_loop_enter", i64_, {});
  FunctionCallee visit = hook("selvage_hook_loop", nothing_, {i64_, i64_, i32_});
  auto* activation = PHINode::Create(i64_, pred_size(&header), "", header.begin());
  for (BasicBlock* predecessor : predecessors(&header)) {
    if (activation->getBasicBlockIndex(predecessor) >= 0) {
      activation->addIncoming(activation->getIncomingValueForBlock(predecessor), predecessor);
    } else if (is_contained(entering, predecessor)) {
      activation->addIncoming(IRBuilder<>(predecessor->getTerminator()).CreateCall(enter), predecessor);
    } else {
      activation->addIncoming(activation, predecessor);
    }
  }
  IRBuilder<> builder(&header, header.getFirstInsertionPt());
  builder.SetCurrentDebugLocation(place.getDebugLoc());
  Value* hash = builder.getInt64(0);
  for (PHINode* value : state) {
    Value* bits = bit_pattern(builder, value);
    hash = state.size() == 1 ? bits : builder.CreateMul(builder.CreateXor(hash, bits), builder.getInt64(kHashFactor));
    if (state.size() > 1) hash = builder.CreateXor(hash, builder.CreateLShr(hash, 29));
  }
  Value* site = sites_.add(builder, place, {.flags = kSiteLoop, .variable = {}});
  builder.CreateCall(visit, {activation, hash, site});
  FunctionCallee leave = hook("selvage_hook_loop_exit", nothing_, {i64_});
  for (BasicBlock* exit : exits) IRBuilder<>(exit, exit->getFirstInsertionPt()).CreateCall(leave, {activation});
}

void Announcer::private_write(Instruction& instruction, Value* address, Value* size) {
  IRBuilder<> builder(&instruction);
  builder.CreateCall(hook("selvage_hook_private_write", nothing_, {address_, i64_}),
                     {address, builder.CreateZExtOrTrunc(size, i64_)});
}

void Announcer::deadline_clock(Instruction& instruction) {
  IRBuilder<> builder(&instruction);
  builder.CreateCall(hook("selvage_hook_deadline_clock", nothing_, {}));
}

void Announcer::instant_clock(Instruction& instruction) {
  IRBuilder<> builder(&instruction);
  builder.CreateCall(hook("selvage_hook_instant_clock", nothing_, {}));
}

void Announcer::led_by_time(BasicBlock& block) {
  IRBuilder<> builder(&block, block.getFirstInsertionPt());
  auto* call = builder.CreateCall(hook("selvage_hook_led_by_time", nothing_, {}));
  call->addFnAttr(Attribute::NoMerge);  // the runtime goes by where it returns to
}

void Announcer::leaving_call(Instruction& instruction) {
  IRBuilder<> builder(&instruction);
  builder.CreateCall(hook("selvage_hook_leaving_call", nothing_, {}));
}

void Announcer::unseen_call(Instruction& instruction, Value* function) {
  IRBuilder<> builder(&instruction);
  if (function == nullptr) function = Constant::getNullValue(address_);
  builder.CreateCall(hook("selvage_hook_unseen_call", nothing_, {address_}), {function});
}

void Announcer::library_call(CallBase& call, StringRef name) {
  IRBuilder<> builder(&call);
  Value* site = sites_.add(builder, call, {.flags = kSiteCall, .variable = name.str()});
  builder.CreateCall(hook("selvage_hook_library_call", nothing_, {address_, i32_}), {call.getCalledOperand(), site});
}

void Announcer::endless_function(Function& function) {
  IRBuilder<> builder(&*function.getEntryBlock().getFirstInsertionPt());
  Value* place = builder.CreateIntrinsic(address_, Intrinsic::addressofreturnaddress, {});
  builder.CreateCall(hook("selvage_hook_endless_function", nothing_, {address_}), {place});
}

void Announcer::assumption(Instruction& instruction, LoadInst& load) {
  IRBuilder<> builder(&instruction);
  const DataLayout& layout = module_.getDataLayout();
  auto size = static_cast<uint32_t>(layout.getTypeStoreSize(load.getType()).getFixedValue());
  Value* address = load.getPointerOperand();
  Value* site = sites_.add(builder, load,
                           {.operation = Operation::Read,
                            .size = size,
                            .variable = variable_name(layout, address, size),
                            .address = address});
  builder.CreateCall(hook("selvage_hook_assumption", nothing_, {address_, i32_, i32_}),
                     {address, builder.getInt32(size), site});
}

void Announcer::block_acts(Instruction& instruction) {
  IRBuilder<> builder(&instruction);
  builder.CreateCall(hook("selvage_hook_block_acts", nothing_, {}));
}

Value* Announcer::cycle_counter(Instruction& instruction) {
  IRBuilder<> builder(&instruction);
  return builder.CreateCall(hook("selvage_hook_cycle_counter", i64_, {}));
}

}  // namespace selvage::instrument
