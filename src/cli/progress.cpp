#include "cli/progress.h"

#include <fmt/format.h>
#include <unistd.h>

#include <cmath>
#include <cstdio>

#include "cli/text.h"

namespace selvage::cli {
namespace {

std::string duration(double seconds) {
  auto whole = static_cast<uint64_t>(std::llround(seconds));
  if (whole < 60) return fmt::format("{} s", whole);
  if (whole < 3600) return fmt::format("{} min {:02} s", whole / 60, whole % 60);
  return fmt::format("{} h {:02} min", whole / 3600, whole % 3600 / 60);
}

}  // namespace

Progress::Progress(uint64_t total, bool quiet)
    : total_(total), enabled_(!quiet && isatty(STDERR_FILENO) != 0), next_(begin_ + std::chrono::seconds(1)) {}

void Progress::update(uint64_t done, uint64_t findings) {
  if (!enabled_) return;
  Clock::time_point now = Clock::now();
  if (now < next_) return;
  next_ = now + std::chrono::milliseconds(100);
  double seconds = std::chrono::duration<double>(now - begin_).count();
  double rate = static_cast<double>(done) / seconds;
  std::string line = fmt::format("{} of {}, {} per second", grouped(done), counted(total_, "execution"),
                                 grouped(static_cast<uint64_t>(rate)));
  if (findings != 0) line += fmt::format(", {} went wrong", grouped(findings));
  if (done != 0) line += fmt::format(", {} left", duration(static_cast<double>(total_ - done) / rate));
  fmt::print(stderr, "\r\033[K{}", line);
  std::fflush(stderr);
  shown_ = true;
}

void Progress::clear() {
  if (shown_) fmt::print(stderr, "\r\033[K");
  shown_ = false;
}

}  // namespace selvage::cli
