// Calls of libatomic, which the compiler makes for atomics that are too wide or of unknown size.
#include "instrument/pass/access.h"
#include "instrument/pass/library_functions.h"

namespace selvage::instrument {

using namespace llvm;

namespace {

// Reads the arguments of a sized call, (address, values..., orders...), or of a generic one,
// (size, address, values by address..., orders...).
class Arguments {
 public:
  // What has to be computed for the hook stands at `place`.
  Arguments(CallBase& call, Instruction* place, uint32_t size) : call_(call), builder_(place), size_(size) {}

  Value* address() { return call_.getArgOperand(size_ == 0 ? 1 : 0); }

  Value* size() {
    if (size_ != 0) return builder_.getInt32(size_);
    return builder_.CreateZExtOrTrunc(call_.getArgOperand(0), builder_.getInt32Ty());
  }

  Value* value(unsigned index) {
    Value* operand = call_.getArgOperand((size_ == 0 ? 2 : 1) + index);
    return size_ == 0 ? stored_value(operand) : bit_pattern(builder_, operand);
  }

  // `expected` is passed by address in both forms.
  Value* expected() { return stored_value(call_.getArgOperand(size_ == 0 ? 2 : 1)); }

  Value* order(unsigned from_end) {
    Value* operand = call_.getArgOperand(call_.arg_size() - 1 - from_end);
    return builder_.CreateZExtOrTrunc(operand, builder_.getInt32Ty());
  }

 private:
  Value* stored_value(Value* address) {
    uint64_t bytes = size_;
    if (const auto* constant = dyn_cast<ConstantInt>(call_.getArgOperand(0)); size_ == 0 && constant != nullptr) {
      bytes = constant->getZExtValue();
    }
    if (bytes == 0 || bytes > 8) return builder_.getInt64(0);
    Type* type = builder_.getIntNTy(static_cast<unsigned>(bytes) * 8);
    return bit_pattern(builder_, builder_.CreateAlignedLoad(type, address, Align(1)));
  }

  CallBase& call_;
  IRBuilder<> builder_;
  uint32_t size_;
};

unsigned argument_count(const AtomicLibraryCall& function) {
  using Kind = AtomicLibraryCall::Kind;
  const bool generic = function.size == 0;
  switch (function.kind) {
    case Kind::Load:
      return generic ? 4 : 2;
    case Kind::Store:
      return generic ? 4 : 3;
    case Kind::Update:
      return generic ? 5 : 3;
    case Kind::CompareExchange:
      return generic ? 6 : 5;
  }
  return 0;
}

// Whoever declares the functions otherwise does not mean them.
bool has_known_types(const CallBase& call, const AtomicLibraryCall& function) {
  using Kind = AtomicLibraryCall::Kind;
  if (call.arg_size() != argument_count(function)) return false;
  const unsigned first = function.size == 0 ? 1 : 0;
  const unsigned orders = function.kind == Kind::CompareExchange ? 2 : 1;
  auto is_pointer = [&](unsigned index) { return call.getArgOperand(index)->getType()->isPointerTy(); };
  auto is_number = [&](unsigned index) { return call.getArgOperand(index)->getType()->isIntegerTy(); };
  if ((first == 1 && !is_number(0)) || !is_pointer(first)) return false;
  for (unsigned index = first + 1; index + orders < call.arg_size(); ++index) {
    const bool by_address = function.size == 0 || (function.kind == Kind::CompareExchange && index == first + 1);
    if (by_address && !is_pointer(index)) return false;
  }
  for (unsigned index = call.arg_size() - orders; index < call.arg_size(); ++index) {
    if (!is_number(index)) return false;
  }
  return true;
}

}  // namespace

bool instrument_atomic_library_call(Instrumentation& instrumentation, CallBase& call) {
  using Kind = AtomicLibraryCall::Kind;
  const Function* callee = call.getCalledFunction();
  if (callee == nullptr) return false;
  const auto function = atomic_library_call(callee->getName());
  if (!function || !has_known_types(call, *function)) return false;

  Arguments arguments(call, instrumentation.announcer.place_before(call), function->size);
  Value* address = arguments.address();
  if (!instrumentation.sharing.may_be_shared(address)) return true;
  Announcer& announcer = instrumentation.announcer;
  Value* size = arguments.size();
  switch (function->kind) {
    case Kind::Load:
      announcer.atomic_load(call, address, size, arguments.order(0));
      break;
    case Kind::Store:
      announcer.atomic_store(call, address, size, arguments.value(0), arguments.order(0));
      break;
    case Kind::Update:
      announcer.atomic_update(call, address, size, arguments.value(0), arguments.order(0));
      break;
    case Kind::CompareExchange:
      announcer.atomic_compare_exchange(call, address, size, arguments.expected(), arguments.value(1),
                                        arguments.order(1));
      break;
  }
  return true;
}

}  // namespace selvage::instrument
