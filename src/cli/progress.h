// One line on the terminal while a long run is under way: done, rate, time left.
#pragma once

#include <chrono>
#include <cstdint>

namespace selvage::cli {

class Progress {
 public:
  // Shows nothing if standard error is not a terminal, or if `quiet`.
  Progress(uint64_t total, bool quiet);
  ~Progress() { clear(); }
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;

  // From the first second on, at most ten times a second.
  void update(uint64_t done, uint64_t findings);
  // Takes the line away.
  void clear();

 private:
  using Clock = std::chrono::steady_clock;

  uint64_t total_;
  bool enabled_;
  bool shown_ = false;
  Clock::time_point begin_ = Clock::now();
  Clock::time_point next_;
};

}  // namespace selvage::cli
