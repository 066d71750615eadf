#include "explore/task_team.h"

#include <algorithm>
#include <iterator>
#include <vector>

#include "explore/saved_tasks.h"
#include "explore/task_pool.h"
#include "explore/task_worker.h"

namespace selvage::explore {

namespace {

class TaskTeam final : public Team {
 public:
  explicit TaskTeam(const Equipment& equipment) {
    for (Target* target : equipment.targets)
      workers_.push_back(std::make_unique<TaskWorker>(pool_, *target, equipment));
  }

  size_t size() const override { return workers_.size(); }
  Worker& worker(size_t index) override { return *workers_[index]; }
  void begin() override { workers_.front()->begin(); }
  std::unique_lock<std::mutex> lock() override { return std::unique_lock(pool_.mutex); }
  bool has_ready() override { return !pool_.tasks.empty(); }
  bool has_pending() const override { return !pool_.tasks.empty(); }

  std::string save(const SavedSums& sums) const override {
    std::vector<std::span<const DerivedTask>> all{pool_.tasks};
    std::vector<DerivedTask> predicted;
    for (const auto& worker : workers_) {
      all.push_back(worker->tasks());
      std::ranges::transform(worker->predicted_tasks(), std::back_inserter(predicted), stand_alone);
    }
    all.push_back(predicted);
    return save_tasks(sums, all);
  }
  bool restore(std::string_view bytes, SavedSums& sums) override { return restore_tasks(bytes, sums, pool_.tasks); }

 private:
  TaskPool pool_;
  std::vector<std::unique_ptr<TaskWorker>> workers_;
};

}  // namespace

std::unique_ptr<Team> make_task_team(const Equipment& equipment) { return std::make_unique<TaskTeam>(equipment); }

}  // namespace selvage::explore
