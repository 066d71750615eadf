// The exit statuses that a program may end with, as a set of bits (Configuration::allowed_statuses).
#pragma once

#include <stdint.h>

namespace selvage {

// Of an exit status only this many values come through to whoever waits for the program.
inline constexpr unsigned kStatusCount = 256;

struct ExitStatuses {
  uint64_t bits[kStatusCount / 64];

  constexpr bool contains(uint32_t status) const {
    return (bits[status % kStatusCount / 64] >> (status % 64) & 1) != 0;
  }
  constexpr void insert(uint32_t status) { bits[status % kStatusCount / 64] |= uint64_t{1} << (status % 64); }
  constexpr void insert_all() {
    for (uint64_t& word : bits) word = ~uint64_t{0};
  }
  constexpr bool operator==(const ExitStatuses&) const = default;
};

// That of a program that says nothing went wrong.
inline constexpr ExitStatuses kSuccessOnly = {{1}};

}  // namespace selvage
