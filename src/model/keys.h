// Which chains of accesses a footprint belongs to: two footprints can only be dependent if they share a key.
#pragma once

#include <cstdint>
#include <span>

#include "contract/dependence.h"

namespace selvage::model {

inline constexpr uint64_t kGranule = 8;
// Accesses to more memory than this (memcpy) are rare: they have one chain of their own, which everybody looks at, and they
// look at everybody. So does freeing memory, which also concerns the objects in it; but programs may free very often, so
// that it is found by where the memory is.
inline constexpr uint64_t kWide = 128;
inline constexpr uint64_t kWideObject = 1;
// Changes of what atoms read have a chain of their own; futexes lie at multiples of four.
inline constexpr uint64_t kSeenObject = 3;
// What is observed from outside, for the program's end to look at.
inline constexpr uint64_t kObservedObject = 5;

// Keys of different families do not collide: addresses are below 2^47.
constexpr uint64_t key_of(ObjectKind kind, uint64_t object) { return (static_cast<uint64_t>(kind) << 56) ^ object; }

inline constexpr uint64_t kSeenKey = key_of(ObjectKind::Futex, kSeenObject);
inline constexpr uint64_t kObservedKey = key_of(ObjectKind::Futex, kObservedObject);

constexpr bool is_wide(const Footprint& f) {
  return f.operation == Operation::Free || (dependence::reads_memory(f) && dependence::width(f) > kWide);
}
constexpr bool may_meet_wide(const Footprint& f) {
  return dependence::reads_memory(f) || dependence::lies_in_memory(traits(f.operation).object);
}

// A block that is freed is in the chain of each cell that it touches. Cells are the larger the larger the block is, so that
// there are few of them, and whoever looks for what was freed at an address looks at one cell of each size.
inline constexpr unsigned kCellSizes = 12;
inline constexpr uint64_t kMostCells = 32;
inline constexpr unsigned kSmallestCell = 3, kCellGrowth = 5;  // powers of two
inline constexpr uint64_t kFirstFreedFamily = 0x80;

constexpr uint64_t cell_of(uint64_t address, unsigned size) {
  unsigned shift = kSmallestCell + size * kCellGrowth;
  return shift < 64 ? address >> shift : 0;
}
constexpr uint64_t freed_key(unsigned size, uint64_t cell) { return ((kFirstFreedFamily + size) << 56) ^ cell; }
constexpr bool is_freed_key(uint64_t key) { return key >> 56 >= kFirstFreedFamily; }
constexpr unsigned cell_size_of_key(uint64_t key) { return static_cast<unsigned>((key >> 56) - kFirstFreedFamily); }
constexpr unsigned cell_size_of(const Footprint& free) {
  unsigned size = 0;
  while (size + 1 < kCellSizes && cell_of(dependence::width(free), size) >= kMostCells) ++size;
  return size;
}

// An access to memory that is not wide.
template <typename Function>
void for_each_granule(const Footprint& f, Function&& function) {
  uint64_t first = f.object / kGranule, last = (f.object + dependence::width(f) - 1) / kGranule;
  for (uint64_t granule = first; granule <= last; granule++) function(key_of(ObjectKind::Memory, granule));
}

template <typename Function>
void for_each_key(const Footprint& f, Function&& function) {
  if (f.operation == Operation::Free) {
    unsigned size = cell_size_of(f);
    uint64_t last = cell_of(f.object + dependence::width(f) - 1, size);
    for (uint64_t cell = cell_of(f.object, size); cell <= last; cell++) function(freed_key(size, cell));
  } else if (is_wide(f)) {
    function(key_of(ObjectKind::Futex, kWideObject));
  } else if (dependence::reads_memory(f)) {
    for_each_granule(f, function);
  }
  if (dependence::is_seen(f)) function(kSeenKey);
  if (dependence::is_observed(f) || dependence::ends_program(f)) function(kObservedKey);
  if (dependence::concerns_handlers(f.operation)) function(key_of(ObjectKind::Process, 0));
  if (dependence::takes_process_signals(f)) function(key_of(ObjectKind::Process, 1));
  ObjectKind kind = traits(f.operation).object;
  switch (kind) {
    case ObjectKind::None:
    case ObjectKind::Process:
    case ObjectKind::Memory:
    case ObjectKind::Clock:
      break;
    case ObjectKind::Condition:
      if (dependence::concerns_condition(f)) function(key_of(kind, f.object));
      if (dependence::uses_mutex(f)) function(key_of(ObjectKind::Mutex, f.value));
      break;
    case ObjectKind::Key:
    case ObjectKind::Descriptor:
      function(key_of(kind, 0));
      break;
    default:
      function(key_of(kind, f.object));
  }
}

// A coarse picture of what a transition touches, to tell at once that two of them are independent. The transitions are
// taken to be of different threads.
struct Marks {
  static constexpr uint64_t kAll = ~uint64_t{0};

  uint64_t touches = 0;
  uint64_t changes = 0;

  void add(const Footprint& f);
  void add(std::span<const Footprint> footprints) {
    for (const Footprint& f : footprints) add(f);
  }
  void add_key(uint64_t key, bool is_change) {
    uint64_t mark = uint64_t{1} << (key * 0x9e3779b97f4a7c15u >> 58);
    touches |= mark;
    if (is_change) changes |= mark;
  }
  void add(const Marks& other) {
    touches |= other.touches;
    changes |= other.changes;
  }
};

inline void Marks::add(const Footprint& f) {
  // Meets whatever there is, also what has no mark.
  if (is_wide(f) || dependence::strikes_thread(f.operation)) {
    touches = changes = kAll;
    return;
  }
  bool is_change = !dependence::is_memory(f) || dependence::modifies_memory(f);
  for_each_key(f, [&](uint64_t key) { add_key(key, is_change); });
}

constexpr bool may_depend(const Marks& a, const Marks& b) {
  return (a.touches & b.changes) != 0 || (a.changes & b.touches) != 0 || a.changes == Marks::kAll ||
         b.changes == Marks::kAll;
}

}  // namespace selvage::model
