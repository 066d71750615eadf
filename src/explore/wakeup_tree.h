// Wakeup trees (Abdulla, Aronis, Jonsson, Sagonas: Source Sets, JACM 2017): the branches that still have to be
// explored from a node, as sequences of steps that lead to something new.
#pragma once

#include <memory>
#include <vector>

#include "explore/branch.h"
#include "explore/sequence.h"
#include "explore/target.h"

namespace selvage::explore {

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
// Schedules have changed: what was executed ahead has to be executed again.
void forget_executions(WakeupForest& forest);

// A sequence on its way to its place in a tree.
struct Insertion {
  RaceSequence sequence;
  std::vector<int32_t> wanted;  // its steps that are needed to wake what will be asleep where it is run
  bool left_open = false;       // it was inserted behind several outcomes of a step

  // Whether the sequence is equivalent to one that begins with the branch; otherwise, what speaks against it is wanted.
  bool can_begin_with(const Branch& branch, bool whole_thread);
  // The branch is one of several outcomes of a step that the sequence says nothing about: it has to be inserted behind
  // each of them.
  bool leaves_open(const Branch& branch) const { return branch.alternatives > 1 && !sequence.has(branch.thread); }
};

// Adds what is left of the sequence to the forest unless that leads to it already; whether it did. Only those steps are
// added that are needed: for the race's second transition, and for waking. So the sequence is as general as it can be.
bool insert(WakeupForest& forest, Insertion& insertion);
// The same for another outcome of a step, behind which the sequence is to be found.
bool insert(WakeupForest& forest, const Branch& outcome, const Insertion& insertion);

// Takes the sequences out of the forest that are equivalent to ones that begin with this outcome of a thread's next step,
// and returns the branch that begins with it and goes on with them.
std::unique_ptr<WakeupNode> extract(WakeupForest& forest, const Branch& first);

}  // namespace selvage::explore
