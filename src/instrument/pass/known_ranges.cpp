// What functions of the libraries read and write of their caller's memory, as far as it is known: which bytes these are is
// computed in front of the call.
#include "instrument/pass/access.h"
#include "instrument/pass/format_ranges.h"
#include "instrument/pass/library_functions.h"

namespace selvage::instrument {

using namespace llvm;

namespace {

using Length = MemoryRange::Length;

class Measuring {
 public:
  Measuring(IRBuilder<>& builder, CallBase& call) : builder_(builder), call_(call), module_(*call.getModule()) {}

  // The size is null where the call does not look like the library's function.
  AccessedRange measure(const MemoryRange& range) {
    AccessedRange measured{range.is_write, pointer(range.address_argument), nullptr};
    if (measured.address == nullptr) return measured;
    if (range.length == Length::Stream) measured.address = stream_at(measured.address);
    measured.size = length(range, measured.address);
    if (range.length == Length::Constant && range.element != 0)
      measured.address = builder_.CreateConstGEP1_32(builder_.getInt8Ty(), measured.address, range.element);
    if (range.is_behind_string)
      measured.address = builder_.CreatePtrAdd(measured.address, string_length(measured.address));
    return measured;
  }

  // Of a std::string.
  AccessedRange characters(const MemoryRange& range) {
    Value* string = pointer(range.address_argument);
    Value* length =
        builder_.CreateLoad(builder_.getInt64Ty(), builder_.CreateConstGEP1_32(builder_.getInt8Ty(), string, 8));
    return {range.is_write, builder_.CreateLoad(builder_.getPtrTy(), string), length};
  }

 private:
  Value* pointer(unsigned argument) {
    if (argument >= call_.arg_size()) return nullptr;
    Value* value = call_.getArgOperand(argument);
    return value->getType()->isPointerTy() ? value : nullptr;
  }

  Value* number(unsigned argument) {
    if (argument == MemoryRange::kUnbounded) return builder_.getInt64(UINT64_MAX);
    if (argument >= call_.arg_size() || !call_.getArgOperand(argument)->getType()->isIntegerTy()) return nullptr;
    return builder_.CreateZExtOrTrunc(call_.getArgOperand(argument), builder_.getInt64Ty());
  }

  Value* length(const MemoryRange& range, Value* address) {
    switch (range.length) {
      case Length::Operand:
        return number(range.length_argument);
      case Length::String: {
        Value* string = pointer(range.length_argument);
        return string == nullptr ? nullptr : whole_string(string);
      }
      case Length::BoundedString: {
        Value* bound = number(range.length_argument);
        return bound == nullptr ? nullptr : bounded_length(address, bound);
      }
      case Length::Appended:
        return appended_length(number(range.length_argument));
      case Length::Compared:
        return compared_length(number(range.length_argument));
      case Length::ToCharacter:
        return length_to_character(address, number(range.length_argument));
      case Length::Product: {
        Value* count = number(range.length_argument);
        Value* size = number(range.length_argument + 1);
        return count == nullptr || size == nullptr ? nullptr : builder_.CreateMul(count, size);
      }
      case Length::Elements: {
        Value* count = number(range.length_argument);
        return count == nullptr ? nullptr : builder_.CreateMul(count, builder_.getInt64(range.element));
      }
      case Length::Constant:
        return unless_null(address, range.length_argument);
      case Length::StringObject:
        return builder_.getInt64(16);  // where its characters are, and how many
      case Length::Stream:
        return unless_null(address, 8);
    }
    return nullptr;
  }

  Value* unless_null(Value* address, uint64_t size) {
    if (isa<AllocaInst, GlobalVariable>(address)) return builder_.getInt64(size);
    return builder_.CreateSelect(builder_.CreateIsNull(address), builder_.getInt64(0), builder_.getInt64(size));
  }

  // With its end. A null pointer is none.
  Value* whole_string(Value* string) {
    Value* is_null = builder_.CreateIsNull(string);
    Value* empty = builder_.CreateGlobalStringPtr("", "selvage_no_string");
    Value* length =
        builder_.CreateAdd(string_length(builder_.CreateSelect(is_null, empty, string)), builder_.getInt64(1));
    return builder_.CreateSelect(is_null, builder_.getInt64(0), length);
  }

  Value* string_length(Value* string) {
    FunctionCallee strlen = module_.getOrInsertFunction("strlen", builder_.getInt64Ty(), builder_.getPtrTy());
    return builder_.CreateCall(strlen, {string});
  }

  // Of at most so many bytes, and one more for the terminating zero.
  Value* length_and_end(Value* string, Value* bound) {
    Type* i64 = builder_.getInt64Ty();
    FunctionCallee strnlen = module_.getOrInsertFunction("strnlen", i64, builder_.getPtrTy(), i64);
    return builder_.CreateAdd(builder_.CreateCall(strnlen, {string, bound}), builder_.getInt64(1));
  }

  // With the terminating zero, if it is within the bound.
  Value* bounded_length(Value* string, Value* bound) {
    return builder_.CreateBinaryIntrinsic(Intrinsic::umin, length_and_end(string, bound), bound);
  }

  Value* appended_length(Value* bound) {
    Value* string = pointer(1);
    return string == nullptr || bound == nullptr ? nullptr : length_and_end(string, bound);
  }

  Value* compared_length(Value* bound) {
    Value* first = pointer(0);
    Value* second = pointer(1);
    if (first == nullptr || second == nullptr || bound == nullptr) return nullptr;
    Type* i64 = builder_.getInt64Ty();
    FunctionCallee compared =
        module_.getOrInsertFunction("selvage_compared_bytes", i64, builder_.getPtrTy(), builder_.getPtrTy(), i64);
    return builder_.CreateCall(compared, {first, second, bound});
  }

  Value* length_to_character(Value* address, Value* bound) {
    if (call_.arg_size() < 2 || !call_.getArgOperand(1)->getType()->isIntegerTy(32) || bound == nullptr) return nullptr;
    Type* i64 = builder_.getInt64Ty();
    FunctionCallee searched =
        module_.getOrInsertFunction("selvage_searched_bytes", i64, builder_.getPtrTy(), builder_.getInt32Ty(), i64);
    return builder_.CreateCall(searched, {address, call_.getArgOperand(1), bound});
  }

  Value* stream_at(Value* address) {
    FunctionCallee object =
        module_.getOrInsertFunction("selvage_stream_object", builder_.getPtrTy(), builder_.getPtrTy());
    return builder_.CreateCall(object, {address});
  }

  IRBuilder<>& builder_;
  CallBase& call_;
  Module& module_;
};

}  // namespace

void instrument_known_ranges(Instrumentation& instrumentation, CallBase& call) {
  std::vector<MemoryRange> known = memory_ranges(call.getCalledFunction()->getName());
  if (known.empty()) known = some_memory_ranges(call);
  SmallVector<AccessedRange, 4> ranges;
  for (const MemoryRange& range : known) {
    if (range.address_argument >= call.arg_size()) break;
    Value* address = call.getArgOperand(range.address_argument);
    if (!address->getType()->isPointerTy() || !instrumentation.sharing.may_be_shared(address)) continue;
    IRBuilder<> builder(instrumentation.announcer.place_before(call));
    AccessedRange measured = Measuring(builder, call).measure(range);
    if (measured.size == nullptr) break;
    ranges.push_back(measured);
    if (range.length == Length::StringObject) ranges.push_back(Measuring(builder, call).characters(range));
  }
  add_format_ranges(instrumentation, call, ranges);
  instrumentation.announcer.ranges(call, ranges);
}

}  // namespace selvage::instrument
