// A state of the search: reached by a sequence of steps, with the branches that were and will be taken from it.
#pragma once

#include <algorithm>
#include <memory>
#include <vector>

#include "explore/branch.h"
#include "explore/wakeup_tree.h"

namespace selvage::explore {

inline constexpr uint16_t kNoThread = UINT16_MAX;

struct SharedNode;
class Walker;

// A branch that was taken from a node. Where the node is shared (see Frontier) it may be in progress.
struct Explored : Branch {
  using Branch::Branch;
  explicit Explored(const Branch& branch) : Branch(branch) {}

  size_t users = 0;            // the next shared node, or a walker: while there is one, it is not explored to its end
  SharedNode* next = nullptr;  // the node that it leads to, if that is shared
  Walker* walker = nullptr;    // who has what lies behind it to itself
};

struct Node {
  // Threads whose next step from here is covered elsewhere, with all alternatives of it. They belong to nodes above.
  std::vector<const Branch*> sleep;
  // Taken from here so far, in the order in which they were begun; without the one that a walker with this node to
  // itself is in.
  std::vector<std::unique_ptr<Explored>> explored;
  WakeupForest pending;           // to be taken, in order
  uint32_t unasked = 0;           // leaves in `pending`
  bool may_rely_on_left = false;  // there may be pending leaves that do not wake all who sleep
  uint16_t present = kNoThread;   // the thread whose branch the walker is in

  void clear() {
    sleep.clear();
    explored.clear();
    pending.clear();
    unasked = 0;
    may_rely_on_left = false;
    present = kNoThread;
  }

  bool has_explored(uint16_t thread) const {
    return thread == present || std::ranges::any_of(explored, [&](const auto& b) { return b->thread == thread; });
  }
  bool is_asleep(uint16_t thread) const {
    return std::ranges::any_of(sleep, [&](const Branch* b) { return b->thread == thread; });
  }
};

// A node for adding branches to it, as seen from an execution that went through it.
struct Place {
  Node& node;
  // The branch that the execution took, where others may have begun since then; null: all others are explored.
  const Explored* taken = nullptr;
};

}  // namespace selvage::explore
