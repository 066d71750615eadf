#include "explore/tree_team.h"

#include "explore/frontier.h"
#include "explore/saved_tree.h"
#include "explore/tree_worker.h"

namespace selvage::explore {

namespace {

class TreeTeam final : public Team {
 public:
  TreeTeam(const Reduction& reduction, const Equipment& equipment) : frontier_(reduction.uses_sleep_sets()) {
    for (Target* target : equipment.targets)
      workers_.push_back(std::make_unique<TreeWorker>(reduction, frontier_, equipment.course, *target,
                                                      equipment.observer, equipment.batch));
  }

  size_t size() const override { return workers_.size(); }
  Worker& worker(size_t index) override { return *workers_[index]; }
  void begin() override { workers_.front()->begin(); }
  std::unique_lock<std::mutex> lock() override { return frontier_.lock(); }
  bool has_ready() override { return frontier_.find_ready() != nullptr; }
  bool has_pending() const override { return frontier_.has_pending(); }

  std::string save(const SavedSums& sums) const override {
    std::vector<const Walker*> walkers;
    for (const auto& worker : workers_) worker->list_walkers(walkers);
    return save_tree(sums, frontier_, walkers);
  }
  bool restore(std::string_view bytes, SavedSums& sums) override { return restore_tree(bytes, sums, frontier_); }

 private:
  Frontier frontier_;
  std::vector<std::unique_ptr<TreeWorker>> workers_;
};

}  // namespace

std::unique_ptr<Team> make_tree_team(const Reduction& reduction, const Equipment& equipment) {
  return std::make_unique<TreeTeam>(reduction, equipment);
}

}  // namespace selvage::explore
