// A strategy of exploration by its name.
#pragma once

#include <memory>
#include <string_view>
#include <vector>

#include "explore/foresight.h"
#include "explore/team.h"

namespace selvage::explore {

class Strategy {
 public:
  virtual ~Strategy() = default;
  virtual std::unique_ptr<Team> make_team(const Equipment& equipment) const = 0;
  // What explores programs instead whose threads send signals to each other. Null: it does that itself.
  virtual std::unique_ptr<Strategy> for_signals() const { return nullptr; }
};

// Null for an unknown name.
std::unique_ptr<Strategy> make_strategy(std::string_view name);
// "classic", for data races only: leaves out what cannot show any (docs/pdp.md). The foresight outlives it.
std::unique_ptr<Strategy> make_race_free_subspaces(const Foresight& foresight);
std::vector<std::string_view> strategy_names();

}  // namespace selvage::explore
