#include "explore/strategy.h"

#include "explore/reduction.h"
#include "explore/task_team.h"
#include "explore/tree_team.h"

namespace selvage::explore {

namespace {

class TreeStrategy final : public Strategy {
 public:
  explicit TreeStrategy(std::unique_ptr<Reduction> reduction) : reduction_(std::move(reduction)) {}
  std::unique_ptr<Team> make_team(const Equipment& equipment) const override {
    return make_tree_team(*reduction_, equipment);
  }

 private:
  std::unique_ptr<Reduction> reduction_;
};

class Optimal final : public Strategy {
 public:
  std::unique_ptr<Team> make_team(const Equipment& equipment) const override { return make_task_team(equipment); }
  std::unique_ptr<Strategy> for_signals() const override { return std::make_unique<TreeStrategy>(make_source()); }
};

}  // namespace

std::unique_ptr<Strategy> make_strategy(std::string_view name) {
  if (name == "dfs") return std::make_unique<TreeStrategy>(make_exhaustive());
  if (name == "classic") return std::make_unique<TreeStrategy>(make_classic());
  if (name == "source") return std::make_unique<TreeStrategy>(make_source());
  if (name == "optimal") return std::make_unique<Optimal>();
  return nullptr;
}

std::unique_ptr<Strategy> make_race_free_subspaces(const Foresight& foresight) {
  return std::make_unique<TreeStrategy>(make_classic(&foresight));
}

std::vector<std::string_view> strategy_names() { return {"dfs", "classic", "source", "optimal"}; }

}  // namespace selvage::explore
