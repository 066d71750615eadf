// Wakeup trees (Abdulla, Aronis, Jonsson, Sagonas: Source Sets, JACM 2017): the branches that still have to be
// explored from a node, as sequences of steps that lead to something new.
#pragma once

#include <memory>
#include <vector>

#include "explore/branch.h"
#include "explore/sequence.h"
#include "explore/target.h"

namespace selvage::explore {

class Handout;
struct WakeupNode;
using WakeupForest = std::vector<std::unique_ptr<WakeupNode>>;  // in the order in which they will be explored

struct WakeupNode {
  Branch branch;
  WakeupForest children;
  // What lies behind the first leaf of this branch is being explored ahead of its turn (see Exploration).
  std::shared_ptr<Handout> handout;
  // A leaf whose schedule has been executed ahead of its turn.
  bool asked = false;
  std::unique_ptr<Execution> ahead;
};

// Adds the sequence unless the forest already leads to it; whether it did.
bool insert(WakeupForest& forest, WakeupSequence& sequence);

}  // namespace selvage::explore
