// Atoms that say where threads are: `at(function)` and `in(function, thread 2)`.
//
// The instrumentation has left a site at the entry of each function (contract/positions.h). Functions that are called the same
// - overloads, instances of a template, static ones of several files - are one position.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "contract/channel.h"
#include "target/elf_file.h"

namespace selvage::atoms {

// Whether the condition asks where threads are, as far as can be told without reading it.
bool may_ask_for_position(std::string_view condition);

class Positions {
 public:
  explicit Positions(const target::ElfFile& file) : file_(file) {}

  // The number of the function's position. Throws ltl::ParseError, which is to be at `place`.
  unsigned number(const std::string& function, size_t place);
  // For the program: which functions the positions are.
  std::vector<SharedLocation> entries() const;

 private:
  void find_functions(const std::string& function, size_t place);

  const target::ElfFile& file_;
  std::vector<std::string> names_;
  std::vector<std::vector<uint32_t>> sites_;  // of each, where its functions are entered
};

}  // namespace selvage::atoms
