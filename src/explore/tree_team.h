// A team whose walkers share the tree of what is to be explored: for strategies that decide from all that was taken from a
// node which branches are still needed.
#pragma once

#include <memory>

#include "explore/reduction.h"
#include "explore/team.h"

namespace selvage::explore {

// The reduction outlives it.
std::unique_ptr<Team> make_tree_team(const Reduction& reduction, const Equipment& equipment);

}  // namespace selvage::explore
