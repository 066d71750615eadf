// Atoms: conditions on the program's memory that temporal properties and information flow speak of.
//
// The explorer compiles them for a small stack machine and hands the code to the program in the table of shared locations,
// one instruction an entry, so that every process of a search, a replay and a minimisation has it. The program evaluates
// them after each step that changed memory which they read, and reports that memory like memory that is found to be
// shared: with a mark. Changes of it are scheduling points, and dependent with each other (kEventSeen).
#pragma once

#include <stdint.h>

#include "contract/channel.h"

namespace selvage {

// In the lowest bits of entries of the table of shared locations (channel.h).
inline constexpr SharedLocation kAtomCodeMark = 6;
inline constexpr SharedLocation kAtomReadMark = 7;  // a granule that atoms read

// What temporal properties ask for besides (Configuration::temporal).
enum TemporalFlags : uint32_t {
  kFollowPositions = 1,  // atoms ask where threads are (positions.h)
  kEveryLook = 2,        // each access is a step, also where a thread would wait by making it again and again
  kFollowChanges = 4,    // there are atoms: they may read any memory
};

inline constexpr unsigned kMaxAtoms = 64;
inline constexpr unsigned kMaxAtomCode = 2048;
inline constexpr unsigned kMaxAtomStack = 32;
inline constexpr unsigned kMaxPublic = 16;
inline constexpr unsigned kMaxSecretPlaces = 16;
inline constexpr unsigned kMaxSecretRanges = 1024;

// All values are 64 bits wide. Binary instructions take the second operand from the top of the stack.
enum class AtomCode : uint8_t {
  None,
  Begin,     // the atom that is numbered by the operand begins, and the one before it ends
  Constant,  // pushes the operand
  Load,      // takes an address; pushes what is there. Operand: bytes, plus kAtomSigned
  Call,      // pushes what the function at the operand returns, an int
  Not,
  Negate,
  Complement,
  Add,
  Subtract,
  Multiply,
  Divide,
  Remainder,
  ShiftLeft,
  ShiftRight,
  And,
  Or,
  Exclusive,
  Equal,
  Less,
  LessUnsigned,
  Greater,
  GreaterUnsigned,
  SkipIfFalse,  // leaves a 0 or drops the top, and goes on behind so many instructions where it was 0
  SkipIfTrue,   // leaves a 1 or drops the top, and goes on behind so many instructions where it was not 0
  // Information flow (docs/flow.md). Of a public variable every change of the value is observed.
  Public,       // the variable that is numbered by the operand begins, and what comes before it ends
  SecretPlace,  // operand: address * 16 + bytes of a variable that gets a secret value; 0: what selvage_secret names
  SecretLow,    // values of the place named last: from here
  SecretHigh,   // up to here
  // Where threads are (positions.h).
  Position,  // pushes whether a thread is in a function or at its entry (position_operand in positions.h)
  Function,  // no instruction: a function that Position asks for (function_operand)
  Count,
};
static_assert(static_cast<unsigned>(AtomCode::Count) <= 32);
inline constexpr int64_t kAtomSigned = 16;

inline constexpr int64_t kLargestAtomOperand = (int64_t{1} << 55) - 1;

constexpr SharedLocation atom_entry(AtomCode code, int64_t operand = 0) {
  return static_cast<uint64_t>(operand) << 8 | static_cast<uint64_t>(code) << 3 | kAtomCodeMark;
}
// The object of the events that tell of a public variable's value.
constexpr uint64_t public_object(unsigned number) { return kFirstChannelObject + number + 1; }

constexpr AtomCode atom_code(SharedLocation entry) { return static_cast<AtomCode>(entry >> 3 & 31); }
constexpr int64_t atom_operand(SharedLocation entry) { return static_cast<int64_t>(entry) >> 8; }

}  // namespace selvage
