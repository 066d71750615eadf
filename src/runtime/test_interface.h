// What the program asks of the exploration itself.
#pragma once

namespace selvage::runtime {

inline constexpr unsigned kMostAlternatives = 65535;

// Any number from 0 to count - 1, `count` being at most kMostAlternatives; 0 in a plain run.
unsigned choose(unsigned count);

// All that the current thread is in, where it is in any.
void leave_atomic_blocks();

}  // namespace selvage::runtime
