#include "cli/check/progress.h"

#include <fmt/format.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <cmath>
#include <cstdio>

namespace selvage::cli {
namespace {

// A longer line would wrap, and could not be taken away again.
size_t terminal_width() {
  winsize size{};
  return ioctl(STDERR_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 1 ? size.ws_col - 1U : 79;
}

}  // namespace

Progress::Progress(bool quiet)
    : enabled_(!quiet && isatty(STDERR_FILENO) != 0), next_(begin_ + std::chrono::seconds(1)) {}

bool Progress::due() {
  if (!enabled_) return false;
  Clock::time_point now = Clock::now();
  if (now < next_) return false;
  next_ = now + std::chrono::milliseconds(100);
  return true;
}

void Progress::show(const std::string& line) {
  fmt::print(stderr, "\r\033[K{}", line.substr(0, terminal_width()));
  std::fflush(stderr);
  shown_ = true;
}

void Progress::clear() {
  if (shown_) fmt::print(stderr, "\r\033[K");
  shown_ = false;
}

std::string duration_text(double seconds) {
  auto whole = static_cast<uint64_t>(std::llround(std::fmin(std::fmax(seconds, 0), 1e15)));
  if (whole < 60) return fmt::format("{} s", whole);
  if (whole < 3600) return fmt::format("{} min {:02} s", whole / 60, whole % 60);
  return fmt::format("{} h {:02} min", whole / 3600, whole % 3600 / 60);
}

}  // namespace selvage::cli
