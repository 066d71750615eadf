// The whole search tree, as far as it is not yet explored, as bytes; and back. What was executed ahead is left out: it
// will be done again.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "explore/frontier.h"
#include "explore/team.h"
#include "explore/walker.h"

namespace selvage::explore {

// Nobody works on it meanwhile.
std::string save_tree(const SavedSums& sums, const Frontier& frontier, std::span<const Walker* const> walkers);
// Into an empty frontier. False: these are no such bytes.
bool restore_tree(std::string_view bytes, SavedSums& sums, Frontier& frontier);

}  // namespace selvage::explore
