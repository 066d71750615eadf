#include "cli/check/search_watch.h"

#include <fmt/format.h>

#include <algorithm>

#include "cli/text.h"

namespace selvage::cli {
namespace {

class PartWatch final : public explore::Observer {
 public:
  explicit PartWatch(Examination examination) : examination_(std::move(examination)) {}

  bool on_execution(const model::Path& path, size_t known, const explore::Execution& execution) override {
    return examination_.examine(path, known, execution);
  }
  std::unique_ptr<Observer> split() override { return std::make_unique<PartWatch>(examination_.split()); }
  void join(Observer& part) override { examination_.join(static_cast<PartWatch&>(part).examination_); }

  Examination& examination() { return examination_; }

 private:
  Examination examination_;
};

}  // namespace

std::chrono::steady_clock::duration checkpoint_distance(std::chrono::steady_clock::duration it_took) {
  return std::max<std::chrono::steady_clock::duration>(std::chrono::seconds(1), 50 * it_took);
}

void CheckpointClock::tick(const std::function<void()>& write) {
  Clock::time_point begin = Clock::now();
  if (begin < next_) return;
  write();
  next_ = begin + checkpoint_distance(Clock::now() - begin);
}

bool SearchWatch::on_execution(const model::Path& path, size_t known, const explore::Execution& execution) {
  std::lock_guard lock(mutex_);
  return examination_.examine(path, known, execution);
}

std::unique_ptr<explore::Observer> SearchWatch::split() {
  std::lock_guard lock(mutex_);
  return std::make_unique<PartWatch>(examination_.split());
}

void SearchWatch::join(Observer& part) {
  std::lock_guard lock(mutex_);
  examination_.join(static_cast<PartWatch&>(part).examination());
}

void SearchWatch::on_restart(std::span<const SharedLocation> shared) {
  std::lock_guard lock(mutex_);
  shared_.assign(shared.begin(), shared.end());
  examination_.start_over(shared.size());
}

void SearchWatch::look(const std::function<void()>& action) {
  std::lock_guard lock(mutex_);
  action();
}

std::string progress_text(uint64_t executions, size_t findings, double seconds) {
  std::string line = fmt::format("{}, {} per second", counted(executions, "execution"),
                                 grouped(static_cast<uint64_t>(static_cast<double>(executions) / seconds)));
  if (findings != 0) line += ", " + counted(findings, "finding");
  return line;
}

std::string share_text(double share, double seconds) {
  if (!(share > 0)) return "";
  share = std::min(share, 1.0);
  std::string percent = share < 0.1 ? fmt::format("{:.2g}", share * 100) : fmt::format("{:.0f}", share * 100);
  return fmt::format(", {} % done, about {} left", percent, duration_text(seconds / share - seconds));
}

std::string left_text(const explore::Progress& progress) {
  if (!progress.left || progress.done == 0) return ", time left not known";
  double each = progress.seconds / static_cast<double>(progress.done);
  std::string likely = duration_text(progress.left->likely * each);
  std::string least = duration_text(progress.left->least * each), most = duration_text(progress.left->most * each);
  if (least == most) return fmt::format(", about {} left", likely);
  return fmt::format(", about {} left ({} to {})", likely, least, most);
}

}  // namespace selvage::cli
