#include "explore/frontier.h"

#include <algorithm>

namespace selvage::explore {

void SharedNode::take_step(const model::Path& path, model::Position position) {
  auto footprints = path.footprints(position);
  auto able = path.enabled(position);
  step = path[position];
  inner.assign(footprints.begin() + 1, footprints.end());
  enabled.assign(able.begin(), able.end());
}

SharedNode& Frontier::add(SharedNode* parent, const Branch* branch) {
  auto node = std::make_unique<SharedNode>();
  node->id = ++last_id_;
  node->parent = parent;
  node->branch = branch;
  node->depth = parent ? parent->depth + 1 : 0;
  if (parent) parent->users++;
  SharedNode& result = *node;
  nodes_.emplace(std::pair(result.depth, result.id), std::move(node));
  return result;
}

void Frontier::remove(SharedNode& node) {
  if (node.parent) node.parent->users--;
  nodes_.erase({node.depth, node.id});
}

void Frontier::leave(SharedNode& left) {
  left.users--;
  for (SharedNode* node = &left; node && node->users == 0 && node->pending.empty();) {
    SharedNode* parent = node->parent;
    remove(*node);
    node = parent;
  }
}

bool Frontier::is_ready(const SharedNode& node) const {
  return !node.pending.empty() && (!uses_sleep_sets_ || node.beginners == 0);
}

SharedNode* Frontier::find_ready() const {
  auto found = std::ranges::find_if(nodes_, [&](const auto& entry) { return is_ready(*entry.second); });
  return found == nodes_.end() ? nullptr : found->second.get();
}

bool Frontier::has_pending() const {
  return std::ranges::any_of(nodes_, [](const auto& entry) { return !entry.second->pending.empty(); });
}

std::vector<const SharedNode*> Frontier::nodes() const {
  std::vector<const SharedNode*> result;
  for (const auto& entry : nodes_) result.push_back(entry.second.get());
  return result;
}

}  // namespace selvage::explore
