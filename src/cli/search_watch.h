// Watches a search: hands its executions on to the examination, shows how far it is, and writes checkpoints.
#pragma once

#include <chrono>
#include <functional>
#include <string>

#include "cli/examination.h"
#include "cli/progress.h"
#include "explore/search.h"

namespace selvage::cli {

// Not more often than once a second, and never for more than a fiftieth of the time.
class CheckpointClock {
 public:
  // Writes if it is time.
  void tick(const std::function<void()>& write);

 private:
  using Clock = std::chrono::steady_clock;
  Clock::time_point next_ = Clock::now() + std::chrono::seconds(1);
};

class SearchWatch final : public explore::Observer {
 public:
  // `write_checkpoint` is given the search's own state; null: none are asked for.
  SearchWatch(Examination& examination, bool quiet, std::function<void(std::string state)> write_checkpoint)
      : examination_(examination), progress_(quiet), write_checkpoint_(std::move(write_checkpoint)) {}

  bool on_execution(const model::Path& path, size_t known, const explore::Execution& execution) override {
    return examination_.examine(path, known, execution);
  }
  void on_restart(std::span<const SharedLocation> shared) override { examination_.start_over(shared.size()); }
  void on_progress(const explore::Exploration& exploration) override;
  void clear_progress() { progress_.clear(); }

 private:
  Examination& examination_;
  Progress progress_;
  CheckpointClock clock_;
  std::function<void(std::string state)> write_checkpoint_;
};

// "12,345 executions, 8,000 per second, 2 findings": what every kind of check shows.
std::string progress_text(const Examination& examination, double seconds);

}  // namespace selvage::cli
