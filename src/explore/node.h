// A state of the search: reached by a sequence of steps, with the branches that were and will be taken from it.
#pragma once

#include <cstdint>
#include <vector>

#include "explore/wakeup_tree.h"

namespace selvage::explore {

struct Node {
  std::vector<Branch> sleep;     // threads whose next step from here is covered elsewhere, all alternatives of it
  std::vector<Branch> explored;  // taken from here so far, in order; the last one is being explored
  WakeupForest pending;          // to be taken, in order
};

}  // namespace selvage::explore
