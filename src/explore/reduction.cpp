#include "explore/reduction.h"

#include <algorithm>

namespace selvage::explore {

void Reduction::on_new_state(Node&, uint16_t, std::span<const uint64_t>) const {}

std::unique_ptr<Reduction> make_reduction(std::string_view name) {
  if (name == "dfs") return make_exhaustive();
  if (name == "classic") return make_classic();
  if (name == "source") return make_source();
  if (name == "optimal") return make_optimal();
  return nullptr;
}

std::vector<std::string_view> reduction_names() { return {"dfs", "classic", "source", "optimal"}; }

bool add_thread(Node& node, uint16_t thread) {
  auto same = [thread](const Branch& branch) { return branch.thread == thread; };
  if (std::ranges::any_of(node.sleep, same) || std::ranges::any_of(node.explored, same)) return false;
  if (std::ranges::any_of(node.pending, [&](const auto& pending) { return same(pending->branch); })) return false;
  auto leaf = std::make_unique<WakeupNode>();
  leaf->branch.thread = thread;
  node.pending.push_back(std::move(leaf));
  return true;
}

}  // namespace selvage::explore
