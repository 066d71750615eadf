#include "explore/reduction.h"

#include <algorithm>

namespace selvage::explore {

void Reduction::on_new_state(Node&, std::span<const uint64_t>) const {}

std::unique_ptr<Reduction> make_reduction(std::string_view name) {
  if (name == "dfs") return make_exhaustive();
  if (name == "classic") return make_classic();
  if (name == "source") return make_source();
  if (name == "optimal") return make_optimal();
  return nullptr;
}

std::vector<std::string_view> reduction_names() { return {"dfs", "classic", "source", "optimal"}; }

bool add_thread(Node& node, uint16_t thread) {
  auto same = [thread](const auto& branch) { return branch->branch.thread == thread; };
  if (node.is_asleep(thread) || node.has_explored(thread) || std::ranges::any_of(node.pending, same)) return false;
  node.pending.push_back(std::make_unique<WakeupNode>());
  node.pending.back()->branch.thread = thread;
  node.unasked++;
  return true;
}

}  // namespace selvage::explore
