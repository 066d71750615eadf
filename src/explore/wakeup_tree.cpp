#include "explore/wakeup_tree.h"

#include <algorithm>

namespace selvage::explore {

bool insert(WakeupForest& forest, WakeupSequence& sequence) {
  WakeupForest* level = &forest;
  sequence.restore();
  while (!sequence.empty()) {
    auto found = std::ranges::find_if(*level, [&](const auto& node) { return sequence.can_begin_with(node->branch); });
    if (found == level->end()) break;
    // A leaf: whatever is explored from there includes this sequence.
    if ((*found)->children.empty()) return false;
    sequence.take((*found)->branch.thread);
    level = &(*found)->children;
  }
  if (sequence.empty()) return false;
  for (size_t i = 0; i < sequence.length(); i++) {
    if (!sequence.is_left(i)) continue;
    level->push_back(std::make_unique<WakeupNode>());
    level->back()->branch = sequence[i];
    level = &level->back()->children;
  }
  return true;
}

}  // namespace selvage::explore
