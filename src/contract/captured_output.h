// How much of a program's output is kept.
#pragma once

#include <cstdint>

namespace selvage {

// Of what it writes to standard output or error in one execution, in bytes.
inline constexpr uint64_t kKeptOutput = uint64_t{16} << 20;

}  // namespace selvage
