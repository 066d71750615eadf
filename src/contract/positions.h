// Where threads are: atoms ask whether a thread is in a function, or at its entry (docs/ltl.md).
//
// Each function that atoms ask for has a cell of one byte for each thread. Entering and leaving the function are stores to it,
// steps like any other store to memory that atoms read.
#pragma once

#include <stdint.h>

#include "contract/channel.h"

namespace selvage {

// In the model, and with it part of the snapshot.
inline constexpr uint64_t kPositions = address::kModel + 0x3f'0000;
inline constexpr uint64_t kPositionsSize = 0x2'0000;

inline constexpr unsigned kMaxPositions = 16;        // groups of functions that atoms can tell apart
inline constexpr unsigned kMaxPositionThreads = 64;  // by number
inline constexpr unsigned kMaxPositionFunctions = 256;

// What is in a cell.
enum PositionBits : uint8_t {
  kPositionIn = 1,
  kPositionAt = 2,
  kPositionPast = 4,  // in the function, and has gone on from its entry
};

constexpr uint64_t position_cell(unsigned position, unsigned thread) {
  return kPositions + position * kMaxPositionThreads + thread;
}
constexpr bool is_position_cell(uint64_t address) { return address - kPositions < kMaxPositions * kMaxPositionThreads; }

// Of AtomCode::Position. `thread`: its number plus 1; 0: any.
constexpr int64_t position_operand(unsigned position, bool at_entry, unsigned thread) {
  return static_cast<int64_t>(position | (at_entry ? 0x100u : 0u) | thread << 16);
}
constexpr unsigned position_of(int64_t operand) { return static_cast<unsigned>(operand & 0xff); }
constexpr bool asks_for_entry(int64_t operand) { return (operand & 0x100) != 0; }
constexpr unsigned thread_of(int64_t operand) { return static_cast<unsigned>(operand >> 16); }

// Of AtomCode::Function: one of the functions of a position, by the site of its entry.
constexpr int64_t function_operand(unsigned position, uint32_t site) { return int64_t{site} << 8 | position; }
constexpr uint32_t function_site(int64_t operand) { return static_cast<uint32_t>(operand >> 8); }

}  // namespace selvage
