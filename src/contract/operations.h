// What a modelled thread can announce, and what kinds of object it can announce it about.
// Included by both processes; freestanding.
#pragma once

#include <stdint.h>

namespace selvage {

enum class Operation : uint8_t {
  None,
#define SELVAGE_OPERATION(name, text, object, effect) name,
#include "contract/operations.def"
#undef SELVAGE_OPERATION
  Count
};

inline constexpr unsigned kOperationCount = static_cast<unsigned>(Operation::Count);
static_assert(kOperationCount <= 128, "the set of scheduling points is two 64-bit words");

enum class ObjectKind : uint8_t {
  None,
  Thread,
  Process,
  Memory,
  Mutex,
  Spinlock,
  Rwlock,
  Condition,
  Semaphore,
  Barrier,
  Once,
  Key,
  Futex,
  Clock,
  Descriptor,
  Stream,
  AtomicBlock,
  Observation,
  UnseenCode
};

enum class Effect : uint8_t { None, Read, Modify };

struct OperationTraits {
  const char* text;
  ObjectKind object;
  Effect effect;
};

inline constexpr OperationTraits kOperationTraits[kOperationCount] = {
    {"none", ObjectKind::None, Effect::None},
#define SELVAGE_OPERATION(name, text, object, effect) {text, ObjectKind::object, Effect::effect},
#include "contract/operations.def"
#undef SELVAGE_OPERATION
};

constexpr const OperationTraits& traits(Operation operation) {
  return kOperationTraits[static_cast<unsigned>(operation)];
}

// A set of operations: which ones are scheduling points is data, not code.
struct OperationSet {
  uint64_t words[2] = {0, 0};

  constexpr bool contains(Operation operation) const {
    unsigned bit = static_cast<unsigned>(operation);
    return (words[bit / 64] >> (bit % 64)) & 1;
  }
  constexpr void insert(Operation operation) {
    unsigned bit = static_cast<unsigned>(operation);
    words[bit / 64] |= uint64_t{1} << (bit % 64);
  }
  constexpr void erase(Operation operation) {
    unsigned bit = static_cast<unsigned>(operation);
    words[bit / 64] &= ~(uint64_t{1} << (bit % 64));
  }
};

}  // namespace selvage
