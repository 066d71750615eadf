// Random programs for tests/fuzz/interpreter.c, as text: generated family by family, and made smaller where they show a
// disagreement.
#pragma once

#include <random>
#include <string>
#include <string_view>
#include <vector>

namespace selvage::fuzz {

struct Program {
  bool spurious_wakeups = false;
  std::vector<std::vector<std::string>> threads;  // instructions; the first thread is main

  std::string text() const;
  static Program parse(std::string_view text);

  bool uses(std::string_view instruction) const;
  // Something looks at whether a thread has begun or ended, other than by joining it.
  bool observes_lifecycle() const;
};

std::vector<std::string_view> family_names();

// Mostly instructions of one family, and others between them.
Program random_program(std::mt19937& random, std::string_view family);

// Programs that are smaller by one thread, instruction, condition or option.
std::vector<Program> smaller_programs(const Program& program);

}  // namespace selvage::fuzz
