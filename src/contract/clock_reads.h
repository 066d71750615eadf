// Where the program's own code reads the clock for anything but a deadline. Time is virtual: of the times that such a look could
// show, those are tried that docs/spinning.md names.
//
// Section selvage_clocks of an instrumented file: ClockReadRecord[], one per place.
#pragma once

#include <stdint.h>

namespace selvage {

inline constexpr const char* kClocksSection = "selvage_clocks";

struct ClockReadRecord {
  uint32_t file;  // offset into selvage_strings
  uint32_t line;
};
static_assert(sizeof(ClockReadRecord) == 8);

}  // namespace selvage
