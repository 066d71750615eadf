// Explores looping programs in every way there is, and compares what that shows with all their states.
#pragma once

#include <cstdint>
#include <filesystem>
#include <span>
#include <string>
#include <vector>

#include "program.h"
#include "state_space.h"

namespace selvage::fuzz::loops {

struct Comparison {
  std::string disagreement;  // empty: there is none
  uint64_t executions = 0;   // of the default strategy
  bool cut_off = false;      // too many for a strategy that is not brute force; what was seen till then is compared
};

// An executable made of programs (as_c.h), and removed with the object.
class Executable {
 public:
  Executable(std::span<const Program> programs, unsigned optimisation_level);
  ~Executable();
  Executable(const Executable&) = delete;
  Executable& operator=(const Executable&) = delete;

  const std::filesystem::path& path() const { return path_; }

 private:
  std::filesystem::path path_;
};

enum class Until { FirstDisagreement, End };

Comparison compare(const Executable& executable, size_t number, const StateSpace& expected, uint64_t most_executions,
                   Until until = Until::End);

}  // namespace selvage::fuzz::loops
