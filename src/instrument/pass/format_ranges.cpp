#include "instrument/pass/format_ranges.h"

#include <llvm/ADT/StringMap.h>
#include <llvm/Analysis/ValueTracking.h>

#include <optional>
#include <vector>

namespace selvage::instrument {

using namespace llvm;

namespace {

// Of a function that takes a format: where it is, and where it writes to. The arguments of the format come behind it.
struct Formatted {
  unsigned format;
  bool scans = false;
  bool writes_string = false;                    // to its first argument
  std::optional<unsigned> bound = std::nullopt;  // of what it writes there
};

const Formatted* formatted(StringRef name) {
  static const StringMap<Formatted> table = {
      {"printf", {0}},
      {"fprintf", {1}},
      {"dprintf", {1}},
      {"syslog", {1}},
      {"__printf_chk", {1}},
      {"__fprintf_chk", {2}},
      {"sprintf", {1, false, true}},
      {"snprintf", {2, false, true, 1}},
      {"__sprintf_chk", {3, false, true}},
      {"__snprintf_chk", {4, false, true, 1}},
      {"asprintf", {1}},
      {"__asprintf_chk", {2}},
      {"scanf", {0, true}},
      {"fscanf", {1, true}},
      {"sscanf", {1, true}},
      {"__isoc99_scanf", {0, true}},
      {"__isoc99_fscanf", {1, true}},
      {"__isoc99_sscanf", {1, true}},
  };
  auto entry = table.find(name);
  return entry == table.end() ? nullptr : &entry->second;
}

// One that takes an argument.
struct Conversion {
  char letter = 0;
  unsigned argument = 0;                          // of the call
  std::optional<uint64_t> number = std::nullopt;  // precision of what is printed, width of what is scanned
  std::optional<unsigned> bound = std::nullopt;   // the argument that is the precision
  std::string modifier;
};

// Nothing where it cannot be told which argument belongs to which conversion.
std::optional<std::vector<Conversion>> conversions_of(StringRef format, unsigned argument, bool scans) {
  std::vector<Conversion> found;
  auto take_number = [&]() -> std::optional<uint64_t> {
    uint64_t value = 0;
    if (format.consumeInteger(10, value)) return std::nullopt;
    return value;
  };
  while (!format.empty()) {
    if (!format.consume_front("%")) {
      format = format.drop_front();
      continue;
    }
    if (format.consume_front("%")) continue;
    Conversion one;
    bool is_suppressed = scans && format.consume_front("*");
    format = scans ? format : format.ltrim("-+ #0'");
    if (!scans && format.consume_front("*"))
      ++argument;
    else if (std::optional<uint64_t> width = take_number(); scans)
      one.number = width;
    if (format.starts_with("$") || format.starts_with("m")) return std::nullopt;
    if (!scans && format.consume_front(".")) {
      if (format.consume_front("*"))
        one.bound = argument++;
      else
        one.number = take_number().value_or(0);
    }
    size_t letter = format.find_first_not_of("hljztLq");
    if (letter == StringRef::npos) return std::nullopt;
    one.modifier = format.take_front(letter).str();
    one.letter = format[letter];
    format = format.drop_front(letter + 1);
    if (one.letter == '[') {
      size_t end = format.find(']', format.starts_with("^") ? 2 : 1);
      if (end == StringRef::npos) return std::nullopt;
      format = format.drop_front(end + 1);
    }
    if (is_suppressed) continue;
    one.argument = argument++;
    found.push_back(one);
  }
  return found;
}

// How many bytes a scanned value takes; 0: not known.
uint64_t scanned_size(const Conversion& conversion) {
  bool is_wide = conversion.modifier == "l" || conversion.modifier == "ll" || conversion.modifier == "j" ||
                 conversion.modifier == "z" || conversion.modifier == "t" || conversion.modifier == "q";
  switch (conversion.letter) {
    case 'd':
    case 'i':
    case 'o':
    case 'u':
    case 'x':
    case 'X':
    case 'n':
      if (conversion.modifier == "hh") return 1;
      if (conversion.modifier == "h") return 2;
      return is_wide ? 8 : 4;
    case 'p':
      return 8;
    case 'a':
    case 'e':
    case 'f':
    case 'g':
    case 'A':
    case 'E':
    case 'F':
    case 'G':
      return conversion.modifier == "L" ? 16 : is_wide ? 8 : 4;
    case 'c':
      return conversion.number.value_or(1);
    case 's':
    case '[':
      return conversion.number.value_or(0) + 1;
    default:
      return 0;
  }
}

class FormatRanges {
 public:
  FormatRanges(Instrumentation& instrumentation, CallBase& call, SmallVectorImpl<AccessedRange>& ranges)
      : sharing_(instrumentation.sharing),
        builder_(instrumentation.announcer.place_before(call)),
        call_(call),
        ranges_(ranges) {}

  void add(const Formatted& kind) {
    StringRef format;
    if (kind.format >= call_.arg_size()) return;
    if (!getConstantStringInfo(call_.getArgOperand(kind.format), format)) {
      add_string(call_.getArgOperand(kind.format), builder_.getInt64(INT64_MAX));
      return passes_pointers(kind) ? add_buffer(kind) : kind.writes_string ? add_result(kind) : void();
    }
    std::optional<std::vector<Conversion>> conversions = conversions_of(format, kind.format + 1, kind.scans);
    if (!conversions) return;
    for (const Conversion& conversion : *conversions) {
      if (conversion.argument >= call_.arg_size()) return;
      kind.scans ? add_scanned(conversion) : add_printed(conversion);
    }
    bool counts = any_of(*conversions, [](const Conversion& conversion) { return conversion.letter == 'n'; });
    if (kind.writes_string && !counts) add_result(kind);
  }

 private:
  bool may_be_shared(unsigned argument) {
    Value* address = call_.getArgOperand(argument);
    return address->getType()->isPointerTy() && sharing_.may_be_shared(address);
  }

  // Only what a pointer leads to can be read or written.
  bool passes_pointers(const Formatted& kind) {
    for (unsigned i = kind.format + 1; i < call_.arg_size(); ++i)
      if (call_.getArgOperand(i)->getType()->isPointerTy()) return true;
    return false;
  }

  void add_scanned(const Conversion& conversion) {
    uint64_t size = scanned_size(conversion);
    if (size != 0 && may_be_shared(conversion.argument))
      ranges_.push_back({true, call_.getArgOperand(conversion.argument), builder_.getInt64(size)});
  }

  void add_printed(const Conversion& conversion) {
    if (conversion.letter != 's' || !conversion.modifier.empty()) return;
    Type* i64 = builder_.getInt64Ty();
    Value* bound = builder_.getInt64(conversion.number.value_or(INT64_MAX));
    // A negative precision is none.
    if (conversion.bound) bound = builder_.CreateSExtOrTrunc(call_.getArgOperand(*conversion.bound), i64);
    add_string(call_.getArgOperand(conversion.argument), bound);
  }

  void add_string(Value* string, Value* bound) {
    if (!string->getType()->isPointerTy() || !sharing_.may_be_shared(string)) return;
    Type* i64 = builder_.getInt64Ty();
    // The library prints a null pointer as a word.
    Value* is_null = builder_.CreateIsNull(string);
    FunctionCallee strnlen = call_.getModule()->getOrInsertFunction("strnlen", i64, builder_.getPtrTy(), i64);
    Value* length = builder_.CreateCall(strnlen, {string, builder_.CreateSelect(is_null, builder_.getInt64(0), bound)});
    Value* used =
        builder_.CreateBinaryIntrinsic(Intrinsic::umin, builder_.CreateAdd(length, builder_.getInt64(1)), bound);
    ranges_.push_back({false, string, builder_.CreateSelect(is_null, builder_.getInt64(0), used)});
  }

  // It may be written up to its end.
  void add_buffer(const Formatted& kind) {
    if (!kind.bound || !may_be_shared(0)) return;
    Value* bound = call_.getArgOperand(*kind.bound);
    ranges_.push_back({true, call_.getArgOperand(0), builder_.CreateZExtOrTrunc(bound, builder_.getInt64Ty())});
  }

  // The library is asked how much it will be.
  void add_result(const Formatted& kind) {
    if (!may_be_shared(0)) return;
    Type* i64 = builder_.getInt64Ty();
    FunctionCallee snprintf = call_.getModule()->getOrInsertFunction(
        "snprintf", FunctionType::get(builder_.getInt32Ty(), {builder_.getPtrTy(), i64, builder_.getPtrTy()}, true));
    SmallVector<Value*, 8> arguments = {ConstantPointerNull::get(builder_.getPtrTy()), builder_.getInt64(0)};
    for (unsigned i = kind.format; i < call_.arg_size(); ++i) arguments.push_back(call_.getArgOperand(i));
    Value* length = builder_.CreateSExt(builder_.CreateCall(snprintf, arguments), i64);
    Value* used = builder_.CreateAdd(length, builder_.getInt64(1));
    if (kind.bound) {
      Value* bound = builder_.CreateZExtOrTrunc(call_.getArgOperand(*kind.bound), i64);
      used = builder_.CreateBinaryIntrinsic(Intrinsic::umin, used, bound);
    }
    ranges_.push_back({true, call_.getArgOperand(0), used});
  }

  const SharingFilter& sharing_;
  IRBuilder<> builder_;
  CallBase& call_;
  SmallVectorImpl<AccessedRange>& ranges_;
};

// Of such an argument everything is announced.
bool is_announced(const Conversion& conversion, bool scans) {
  constexpr StringRef kNumbers = "diouxXaAeEfFgGcp";
  if (!scans) return (conversion.letter == 's' && conversion.modifier.empty()) || kNumbers.contains(conversion.letter);
  bool is_string = conversion.letter == 's' || conversion.letter == '[';
  if (is_string) return conversion.number.has_value() && conversion.modifier.empty();
  return scanned_size(conversion) != 0;
}

}  // namespace

std::optional<bool> announces_format(const Instrumentation& instrumentation, CallBase& call) {
  const Formatted* kind = formatted(call.getCalledFunction()->getName());
  if (kind == nullptr || kind->format >= call.arg_size()) return std::nullopt;
  auto may_be_shared = [&](unsigned argument) {
    Value* value = argument < call.arg_size() ? call.getArgOperand(argument) : nullptr;
    return value == nullptr || (value->getType()->isPointerTy() && instrumentation.sharing.may_be_shared(value));
  };
  StringRef format;
  std::optional<std::vector<Conversion>> conversions;
  if (getConstantStringInfo(call.getArgOperand(kind->format), format))
    conversions = conversions_of(format, kind->format + 1, kind->scans);
  if (conversions)
    return none_of(*conversions, [&](const Conversion& conversion) {
      return may_be_shared(conversion.argument) && !is_announced(conversion, kind->scans);
    });
  for (unsigned argument = kind->format + 1; argument < call.arg_size(); ++argument)
    if (may_be_shared(argument)) return false;
  return true;
}

void add_format_ranges(Instrumentation& instrumentation, CallBase& call, SmallVectorImpl<AccessedRange>& ranges) {
  if (const Formatted* kind = formatted(call.getCalledFunction()->getName()))
    FormatRanges(instrumentation, call, ranges).add(*kind);
}

}  // namespace selvage::instrument
