// Executes schedules, sees which of them show the finding, and keeps the smallest that does.
#pragma once

#include <chrono>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "check/finding.h"
#include "explore/target.h"
#include "explore/turns.h"
#include "minimise/judge.h"
#include "minimise/size.h"
#include "model/path.h"

namespace selvage::minimise {

using Clock = std::chrono::steady_clock;

// The schedule of a finding is no longer than it takes to show it.
struct Shown {
  check::Finding finding;
  Size size;
};

// One execution; valid while it is visited.
struct Trial {
  const explore::Execution& execution;
  const model::Path& path;
  std::span<const explore::Turn> turns;
  const Shown* shown;  // null: it does not show the finding
};

class Trials {
 public:
  using Visitor = std::function<void(size_t index, const Trial& trial)>;

  Trials(explore::Target& target, Judge& judge) : target_(target), judge_(judge) {}

  // Schedules that cannot be followed are not visited. False: time is over, and not all were executed.
  bool run(std::span<const std::vector<Step>> schedules, const Visitor& visit = {});
  // So many schedules take about as long as it may take until the time is looked at again.
  size_t batch_size() const { return batch_size_; }

  void end_at(Clock::time_point deadline) { deadline_ = deadline; }
  bool is_over() const { return stopped_ || Clock::now() >= deadline_; }

  const std::optional<Shown>& best() const { return best_; }

  // Scheduling points from here on. Those that executions have shown to be missing are found.
  void share(std::vector<SharedLocation> locations);
  const std::vector<SharedLocation>& shared() const { return shared_; }
  const std::vector<SharedLocation>& found() const { return found_; }

  uint64_t executions() const { return executions_; }

 private:
  void examine(size_t index, const explore::Execution& execution, const Visitor& visit);
  void follow(const explore::Execution& execution);
  std::optional<Shown> judged(const explore::Execution& execution, std::span<const explore::Turn> turns);

  explore::Target& target_;
  Judge& judge_;
  Clock::time_point deadline_ = Clock::time_point::max();
  bool stopped_ = false;
  size_t batch_size_ = 1;
  uint64_t executions_ = 0;
  std::optional<Shown> best_;
  std::vector<SharedLocation> shared_, found_;

  std::vector<explore::Request> requests_;
  std::vector<std::unique_ptr<explore::Execution>> results_;
  model::Path path_;
  std::vector<model::Race> races_;  // scratch
};

}  // namespace selvage::minimise
