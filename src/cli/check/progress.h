// One line on the terminal while a long command is under way.
#pragma once

#include <chrono>
#include <cstdint>
#include <string>

namespace selvage::cli {

class Progress {
 public:
  // Shows nothing if standard error is not a terminal, or if `quiet`.
  explicit Progress(bool quiet);
  ~Progress() { clear(); }
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;

  // Whether anybody sees it.
  bool is_shown() const { return enabled_; }
  // Whether it is time for another line: from the first second on, at most ten times a second.
  bool due();
  double seconds() const { return std::chrono::duration<double>(Clock::now() - begin_).count(); }
  void show(const std::string& line);
  // Takes the line away.
  void clear();

 private:
  using Clock = std::chrono::steady_clock;

  bool enabled_;
  bool shown_ = false;
  Clock::time_point begin_ = Clock::now();
  Clock::time_point next_;
};

// "42 s", "3 min 05 s", "2 h 10 min"
std::string duration_text(double seconds);

}  // namespace selvage::cli
