// A moment so many seconds from now.
#pragma once

#include <chrono>

namespace selvage::cli {

inline std::chrono::steady_clock::time_point after(double seconds) {
  using Clock = std::chrono::steady_clock;
  return Clock::now() + std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(seconds));
}

}  // namespace selvage::cli
