// Small programs whose threads go round loops. A program is data: executed by state_space.h, compiled by as_c.h.
//
//   stack: loop load.0.1 break.0.1 end | store.1.1
//
// Threads are separated by bars; before a colon may stand where they have their registers. All begins with zero. Of the
// registers of a thread the last one is left out of what the program ends with.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace selvage::fuzz::loops {

enum class Code : uint8_t {
#define INSTRUCTION(name, operands) name##_,
#include "instructions.def"
#undef INSTRUCTION
};

inline constexpr unsigned kRegisters = 3, kRecorded = 2, kVariables = 4, kLocks = 2, kConditions = 2;
inline constexpr unsigned kMostThreads = 3;

struct Instruction {
  Code code{};
  std::array<uint8_t, 4> numbers{};

  bool operator==(const Instruction&) const = default;
};

std::string_view name_of(Code code);
std::string_view operands_of(Code code);
bool opens_block(Code code);

using Body = std::vector<Instruction>;

// The place of the `end` of the block that begins at `begin`.
size_t end_of_block(const Body& body, size_t begin);

// Where a thread has its registers: what the program writes there is noticed in different ways.
enum class Registers : uint8_t { Values, Stack, ThreadLocal, Global };

struct Program {
  Registers registers = Registers::Values;
  std::vector<Body> threads;

  std::string text() const;
  // Throws std::invalid_argument.
  static Program parse(std::string_view text);
};

// Parts of a body, as text.
Body parse_body(std::string_view text);

// Smaller by one thread, block, instruction or number.
std::vector<Program> smaller_programs(const Program& program);

}  // namespace selvage::fuzz::loops
