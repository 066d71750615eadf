// What the pass knows about functions of the C and C++ libraries, by name. Everything here is optional knowledge:
// a function that is not listed is treated as one that may do anything.
#pragma once

#include <llvm/ADT/StringRef.h>

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace llvm {
class CallBase;
}

namespace selvage::instrument {

// One range of memory that a call reads or writes.
struct MemoryRange {
  enum class Length {
    Operand,        // the value of argument `length_argument`
    String,         // the string at argument `length_argument` and its terminating zero
    BoundedString,  // the string at `address_argument`, at most argument `length_argument` bytes of it
    Appended,       // of the string at argument 1, at most argument `length_argument` bytes, and a terminating zero
    Compared,       // of the strings at the first two arguments, what tells them apart; at most `length_argument` bytes
    ToCharacter,    // up to the first byte that is argument 1, or the end; at most `length_argument` bytes
    Product,        // the product of argument `length_argument` and the one behind it
    Constant,       // `length_argument` bytes, where the pointer is not null
    Elements,       // as many times `element` bytes as argument `length_argument` says
    StringObject,   // a std::string, and its characters
    Stream,         // the object of which this is a part or all: a stream of the C++ library
  };
  static constexpr unsigned kUnbounded = UINT32_MAX;
  bool is_write;
  unsigned address_argument;
  Length length;
  unsigned length_argument = kUnbounded;
  bool is_behind_string = false;  // it begins at the end of the string at `address_argument`
  unsigned element = 0;           // Elements: the size of one; Constant: it begins so many bytes behind
};

// The ranges that a call of `name` accesses, in the order of the accesses; it accesses nothing else that threads can share.
// Empty: none known.
const std::vector<MemoryRange>& memory_ranges(llvm::StringRef name);

// Some of the ranges that it accesses, where it may access more: it stays code that is not seen.
std::vector<MemoryRange> some_memory_ranges(const llvm::CallBase& call);

// A function of libatomic: __atomic_load_8, __atomic_compare_exchange, ...
struct AtomicLibraryCall {
  enum class Kind { Load, Store, Update, CompareExchange };
  Kind kind;
  uint32_t size;  // 0: generic form, whose first argument is the size and whose values are passed by address
};
std::optional<AtomicLibraryCall> atomic_library_call(llvm::StringRef name);

// The function does not keep the pointer that it is given as argument number `argument`, nor hand it to another
// thread.
bool keeps_no_pointer(llvm::StringRef name, unsigned argument);

// The function returns the address of memory that belongs to the calling thread (errno).
bool returns_private_memory(llvm::StringRef name);

// The function neither synchronises nor can be intercepted: its caller need not be known.
bool is_plain_computation(llvm::StringRef name);

// The argument points to the time until which the function waits.
bool is_deadline(llvm::StringRef name, unsigned argument);

// The function reads the clock, and writes the time to the memory that argument `address_argument` points to, unless that is
// null. Size 0: it does not.
struct ClockRead {
  unsigned address_argument;
  uint32_t size;
};
std::optional<ClockRead> clock_read(llvm::StringRef name);

// The call reads the clock that way. A declaration of that name without the argument, as old code has it, tells nothing.
std::optional<ClockRead> clock_read(const llvm::CallBase& call);

// The function does nothing but let others run, or time pass.
bool gives_way_to_others(llvm::StringRef name);

// Whatever the function changes or looks at, the runtime hears of it: it is modelled, or announced at the call.
bool reports_its_effects(llvm::StringRef name);

// The function allocates, synchronises threads or ends the program, and is modelled: it accesses no memory of the program that
// threads share without the runtime knowing.
bool is_modelled(llvm::StringRef name);

// A function of a well-known library that only calls functions which are modelled to synchronise threads, or does not synchronise
// them at all: its own atomics are reference counts and the like.
bool synchronises_in_sight(llvm::StringRef name);

}  // namespace selvage::instrument
