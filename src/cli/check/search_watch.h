// Watches a search: hands its executions on to the examination, shows how far it is, and writes checkpoints.
#pragma once

#include <chrono>
#include <functional>
#include <mutex>
#include <string>
#include <vector>

#include "cli/check/examination.h"
#include "cli/check/progress.h"
#include "explore/search.h"

namespace selvage::cli {

// Not more often than once a second, and never for more than a fiftieth of the time.
std::chrono::steady_clock::duration checkpoint_distance(std::chrono::steady_clock::duration it_took);

class CheckpointClock {
 public:
  // Writes if it is time.
  void tick(const std::function<void()>& write);

 private:
  using Clock = std::chrono::steady_clock;
  Clock::time_point next_ = Clock::now() + std::chrono::seconds(1);
};

// A part of the search has an examination of its own; this one's mutex keeps the whole's from being looked at while it
// changes.
class SearchWatch final : public explore::Observer {
 public:
  // `shared` is kept up to date.
  SearchWatch(Examination& examination, std::vector<SharedLocation>& shared)
      : examination_(examination), shared_(shared) {}

  bool on_execution(const model::Path& path, size_t known, const explore::Execution& execution) override;
  std::unique_ptr<Observer> split() override;
  void join(Observer& part) override;
  void on_restart(std::span<const SharedLocation> shared) override;

  // Runs with the examination and the shared locations as they are between two executions.
  void look(const std::function<void()>& action);

 private:
  std::mutex mutex_;
  Examination& examination_;
  std::vector<SharedLocation>& shared_;
};

// "12,345 executions, 8,000 per second, 2 findings"
std::string progress_text(uint64_t executions, size_t findings, double seconds);
// ", 3 % done, about 2 min 10 s left"; empty where there is nothing to say yet.
std::string share_text(double share, double seconds);
// ", about 2 min 10 s left (1 min 30 s to 3 min)", or that it is not known.
std::string left_text(const explore::Progress& progress);

}  // namespace selvage::cli
