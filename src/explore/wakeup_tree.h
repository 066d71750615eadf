// Wakeup trees (Abdulla, Aronis, Jonsson, Sagonas: Source Sets, JACM 2017): the branches that still have to be
// explored from a node, as sequences of steps that lead to something new.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "contract/dependence.h"
#include "explore/target.h"
#include "model/path.h"

namespace selvage::explore {

// A step that was or will be taken from some node, and what it touches there.
struct Branch {
  uint16_t thread = 0;
  uint16_t alternative = 0;
  std::vector<Footprint> footprints;

  bool depends_on(const model::Path& path, model::Position position) const;
  bool depends_on(const Branch& other) const;
};

struct WakeupNode;
using WakeupForest = std::vector<std::unique_ptr<WakeupNode>>;  // in the order in which they will be explored

struct WakeupNode {
  Branch branch;
  WakeupForest children;
  // Where the schedule that begins with this branch has been run ahead of its turn (see Exploration).
  enum class Ahead : uint8_t { No, Asked, Done } ahead = Ahead::No;
  std::unique_ptr<Execution> execution;
};

// A sequence of transitions of a path, in its order, that would be run from the node before race.first.
class WakeupSequence {
 public:
  // What does not happen after the race's first transition, then its second one.
  WakeupSequence(const model::Path& path, const model::Race& race);

  bool empty() const { return positions_.empty(); }
  const std::vector<model::Position>& positions() const { return positions_; }

  // Whether the sequence is equivalent to one that begins with `branch` (a weak initial). `whole_thread`: the branch
  // stands for all alternatives of its thread.
  bool can_begin_with(const Branch& branch, bool whole_thread) const;
  // Takes the branch's own step out, if it is in.
  void remove(uint16_t thread);
  // Threads whose first step in the sequence depends on nothing before it.
  std::vector<uint16_t> initials() const;
  Branch branch_at(size_t index) const;

 private:
  bool first_is_independent(size_t index) const;

  const model::Path& path_;
  const model::Race& race_;
  std::vector<model::Position> positions_;
};

// Adds the sequence unless the forest already leads to it.
void insert(WakeupForest& forest, WakeupSequence sequence);

}  // namespace selvage::explore
