#include "explore/wakeup_tree.h"

#include "explore/node.h"

namespace selvage::explore {

uint32_t count_unasked(const WakeupForest& forest) {
  uint32_t sum = 0;
  for (const auto& node : forest) sum += node->unasked;
  return sum;
}

bool insert(Node& node, RaceSequence& sequence, std::vector<int32_t>& wanted) {
  thread_local std::vector<WakeupNode*> way;
  thread_local std::vector<int32_t> needed;
  way.clear();
  WakeupForest* level = &node.pending;
  for (;;) {
    if (sequence.empty()) return false;
    WakeupNode* next = nullptr;
    for (const auto& child : *level) {
      int32_t objection = sequence.objection_to(child->branch, false);
      if (objection == RaceSequence::kBegins) {
        next = child.get();
        break;
      }
      // It will have been explored before the sequence, and be asleep.
      wanted.push_back(objection);
    }
    if (!next) break;
    // Whatever is explored from a leaf where nobody sleeps includes this sequence.
    if (next->is_leaf() && next->wakes_all) return false;
    sequence.take(next->branch.thread);
    way.push_back(next);
    level = &next->children;
  }
  sequence.needed_for(wanted, needed);
  if (!way.empty() && way.back()->is_leaf()) way.back()->ahead = nullptr;
  for (int32_t index : needed) {
    level->push_back(std::make_unique<WakeupNode>());
    level->back()->branch = sequence.branch(index);
    level = &level->back()->children;
  }
  for (size_t i = way.size(); i-- > 0;) way[i]->unasked = count_unasked(way[i]->children);
  node.unasked = count_unasked(node.pending);
  return true;
}

}  // namespace selvage::explore
