// Variables, fields and elements that lie where they lie: what a secret can be put into.
#pragma once

#include <cstdint>
#include <string_view>

#include "atoms/debug_information.h"

namespace selvage::atoms {

struct FixedPlace {
  uint64_t address = 0;
  uint32_t bytes = 0;
  bool is_boolean = false;  // as far as it is known
};

// Throws ltl::ParseError where the text names no such place.
FixedPlace fixed_place(std::string_view text, const DebugInformation& debug, uint64_t load_address);

}  // namespace selvage::atoms
