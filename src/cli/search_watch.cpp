#include "cli/search_watch.h"

#include <fmt/format.h>

#include <algorithm>

#include "cli/search_state.h"
#include "cli/text.h"

namespace selvage::cli {

void CheckpointClock::tick(const std::function<void()>& write) {
  Clock::time_point begin = Clock::now();
  if (begin < next_) return;
  write();
  Clock::duration took = Clock::now() - begin;
  next_ = begin + std::max<Clock::duration>(std::chrono::seconds(1), 50 * took);
}

void SearchWatch::on_progress(const explore::Exploration& exploration) {
  if (progress_.due()) {
    double seconds = progress_.seconds();
    std::string line = progress_text(examination_, seconds);
    auto share = estimated_share(exploration);
    if (share && *share > 0) {
      line += fmt::format(", {} % done, {} left",
                          *share < 0.1 ? fmt::format("{:.2g}", *share * 100) : fmt::format("{:.0f}", *share * 100),
                          duration_text(seconds / *share - seconds));
    }
    progress_.show(line);
  }
  if (write_checkpoint_) clock_.tick([&] { write_checkpoint_(saved_state(exploration)); });
}

std::string progress_text(const Examination& examination, double seconds) {
  uint64_t done = examination.counts().executions;
  std::string line = fmt::format("{}, {} per second", counted(done, "execution"),
                                 grouped(static_cast<uint64_t>(static_cast<double>(done) / seconds)));
  if (!examination.findings().empty()) line += ", " + counted(examination.findings().size(), "finding");
  return line;
}

}  // namespace selvage::cli
