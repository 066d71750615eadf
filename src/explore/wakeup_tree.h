// Wakeup trees (Abdulla, Aronis, Jonsson, Sagonas: Source Sets, JACM 2017): the branches that still have to be
// explored from a node, as sequences of steps that lead to something new.
#pragma once

#include <memory>
#include <vector>

#include "explore/branch.h"
#include "explore/sequence.h"
#include "explore/target.h"

namespace selvage::explore {

struct Node;
struct WakeupNode;
using WakeupForest = std::vector<std::unique_ptr<WakeupNode>>;  // in the order in which they will be explored

struct WakeupNode {
  Branch branch;
  WakeupForest children;
  uint32_t unasked = 1;              // leaves of this branch whose schedules have not been given to a target
  std::unique_ptr<Execution> ahead;  // of a leaf: executed before its turn
  // Of a leaf: the sequence that ends here wakes all who sleep. (One that only asks for another outcome may not.)
  bool wakes_all = true;

  bool is_leaf() const { return children.empty(); }
};

uint32_t count_unasked(const WakeupForest& forest);

// Adds what is left of the sequence to the node's pending branches unless they lead to it already; whether it did. Only those steps are added
// that are needed: for the race's second transition, and for waking what would be asleep when the sequence is run
// (`wanted`: steps that others have asked for). So the sequence is as general as it can be.
bool insert(Node& node, RaceSequence& sequence, std::vector<int32_t>& wanted);

}  // namespace selvage::explore
