// Vector clocks in groups: a clock's width is a multiple of a group, so that copying and joining need no loop over single
// threads, nor a call.
#pragma once

#include <algorithm>
#include <cstdint>

namespace selvage::model::clock {

inline constexpr unsigned kGroup = 8;  // threads

inline void copy(uint32_t* to, const uint32_t* from, unsigned width) {
  for (unsigned group = 0; group < width; group += kGroup) std::copy_n(from + group, kGroup, to + group);
}

inline void clear(uint32_t* clock, unsigned width) {
  for (unsigned group = 0; group < width; group += kGroup) std::fill_n(clock + group, kGroup, 0);
}

inline void join(uint32_t* clock, const uint32_t* other, unsigned width) {
  for (unsigned group = 0; group < width; group += kGroup)
    for (unsigned t = group; t < group + kGroup; t++) clock[t] = std::max(clock[t], other[t]);
}

}  // namespace selvage::model::clock
