#include "explore/reduction.h"

#include <algorithm>

namespace selvage::explore {

void Reduction::on_new_state(Node&, std::span<const uint64_t>) const {}

bool add_thread(Node& node, uint16_t thread) {
  auto same = [thread](const auto& branch) { return branch->branch.thread == thread; };
  if (node.is_asleep(thread) || node.has_explored(thread) || std::ranges::any_of(node.pending, same)) return false;
  node.pending.push_back(std::make_unique<WakeupNode>());
  node.pending.back()->branch.thread = thread;
  node.unasked++;
  return true;
}

}  // namespace selvage::explore
