// Where memory stops being all zero: most of what an execution brings back is, and reading costs less than writing.
#pragma once

#include <stdint.h>

namespace selvage::runtime {

inline constexpr uint64_t kLine = 64;  // of the cache

// Whether the processor and the kernel take 256-bit vectors.
bool has_wide_vectors();

// The first line between two places that is not all zero, or the second of them. Both places are multiples of a line,
// as is the address.
uint64_t first_not_zero(const char* contents, uint64_t from, uint64_t to, bool with_wide_vectors);

}  // namespace selvage::runtime
