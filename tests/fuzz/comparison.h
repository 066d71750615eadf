// Explores a random program in every way there is and compares what they show.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>

#include "open_problems.h"
#include "random_program.h"

namespace selvage::fuzz {

enum class Verdict { Agree, Disagree, TooLarge };

struct Comparison {
  Verdict verdict = Verdict::Agree;
  std::string disagreement;
  uint64_t interleavings = 0;
  size_t classes = 0, ends = 0;
};

// Programs with more interleavings than these are not compared.
Comparison compare(const std::filesystem::path& interpreter, const Program& program, uint64_t most_interleavings,
                   Demand demand);

}  // namespace selvage::fuzz
