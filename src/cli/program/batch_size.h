// How many schedules go into one hand-over: enough that its cost disappears, few enough that progress and
// Ctrl-C are seen at once.
#pragma once

#include <algorithm>
#include <chrono>
#include <cstdint>

namespace selvage::cli {

class BatchSize {
 public:
  uint64_t current() const { return size_; }

  void adapt(std::chrono::nanoseconds took) {
    if (took < kShort) size_ = std::min(size_ * 2, kLargest);
    if (took > kLong) size_ = std::max<uint64_t>(size_ / 2, 1);
  }

 private:
  static constexpr std::chrono::milliseconds kShort{10}, kLong{50};
  static constexpr uint64_t kLargest = 8192;

  uint64_t size_ = 1;
};

}  // namespace selvage::cli
