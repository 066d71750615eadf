// How long nothing has happened, as the explorer lived it.
//
// Waits are counted at most at the length that was asked for: an explorer that was itself stopped for a
// minute (Ctrl-Z, a suspended machine) must not conclude that the program hangs.
#pragma once

#include <algorithm>
#include <chrono>
#include <cstdint>

#include "target/futex.h"

namespace selvage::target {

class IdleTimer {
 public:
  std::chrono::nanoseconds idle() const { return idle_; }
  void restart() { restart_with(std::chrono::nanoseconds(0)); }
  void restart_with(std::chrono::nanoseconds idle) { idle_ = idle; }

  // Waits for a change of `word`, first briefly, then up to `longest`.
  void wait(uint32_t& word, uint32_t expected, std::chrono::nanoseconds longest) {
    std::chrono::nanoseconds asked = std::min(next_, longest);
    auto begin = std::chrono::steady_clock::now();
    futex_wait(word, expected, asked);
    idle_ += std::min<std::chrono::nanoseconds>(std::chrono::steady_clock::now() - begin, 2 * asked);
    next_ = std::min(2 * next_, longest);
  }

 private:
  std::chrono::nanoseconds idle_{0};
  std::chrono::nanoseconds next_ = std::chrono::microseconds(250);
};

}  // namespace selvage::target
