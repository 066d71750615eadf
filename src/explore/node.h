// A state of the search: reached by a sequence of steps, with the branches that were and will be taken from it.
#pragma once

#include <vector>

#include "explore/branch.h"
#include "explore/wakeup_tree.h"

namespace selvage::explore {

struct Node {
  std::vector<Branch> sleep;     // threads whose next step from here is covered elsewhere, all alternatives of it
  std::vector<Branch> explored;  // taken from here so far, in order; the last one is being explored
  WakeupForest pending;          // to be taken, in order

  void clear() {
    sleep.clear();
    explored.clear();
    pending.clear();
  }
};

}  // namespace selvage::explore
