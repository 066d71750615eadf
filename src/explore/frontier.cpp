#include "explore/frontier.h"

#include <algorithm>

#include "explore/asking.h"

namespace selvage::explore {

void SharedNode::take_step(const model::Path& path, model::Position position) {
  auto footprints = path.footprints(position);
  auto able = path.enabled(position);
  step = path[position];
  inner.assign(footprints.begin() + 1, footprints.end());
  enabled.assign(able.begin(), able.end());
}

SharedNode& Frontier::add(SharedNode* parent, Explored* branch, bool interior) {
  if (spare_.empty()) {
    nodes_.push_back(std::make_unique<SharedNode>());
  } else {
    nodes_.push_back(std::move(spare_.back()));
    spare_.pop_back();
  }
  SharedNode& node = *nodes_.back();
  node.place = nodes_.size() - 1;
  node.id = ++last_id_;
  node.parent = parent;
  node.branch = branch;
  node.interior = interior;
  node.depth = parent ? parent->depth + 1 : 0;
  if (branch) {
    branch->users++;
    branch->next = &node;
  } else {
    root_ = &node;
  }
  feed(node);
  return node;
}

void Frontier::feed(SharedNode& fed) {
  fed.exhausted = false;
  for (SharedNode* node = fed.parent; node && node->exhausted; node = node->parent) node->exhausted = false;
}

std::span<const std::unique_ptr<Explored>> Frontier::open_branches(SharedNode& node) const {
  while (node.settled < node.explored.size() && node.explored[node.settled]->users == 0 &&
         node.explored[node.settled]->known)
    node.settled++;
  return std::span(node.explored).subspan(node.settled);
}

// Something that is still explored may call for branches in the node: whatever was begun before the branch that leads
// there, or before the sequence that it is part of.
bool Frontier::has_begun_before(const SharedNode& node) const {
  for (const SharedNode* at = &node; at->interior; at = at->parent)
    for (const auto& branch : open_branches(*at->parent)) {
      if (branch.get() == at->branch) break;
      if (branch->users > 0) return true;
    }
  return false;
}

void Frontier::remove(SharedNode& node) {
  if (node.branch) {
    node.branch->next = nullptr;
    node.branch->users--;
  } else {
    root_ = nullptr;
  }
  size_t place = node.place;
  std::swap(nodes_[place], nodes_.back());
  nodes_[place]->place = place;
  nodes_.back()->clear();
  nodes_.back()->own_sleep.clear();
  nodes_.back()->settled = 0;
  if (spare_.size() < kSmall) spare_.push_back(std::move(nodes_.back()));
  nodes_.pop_back();
}

bool Frontier::is_unused(SharedNode& node) const {
  return node.pending.empty() && node.visitors == 0 &&
         std::ranges::none_of(open_branches(node), [](const auto& b) { return b->users > 0; }) &&
         !has_begun_before(node);
}

bool Frontier::can_be_owned(SharedNode& node) const {
  return node.visitors == 0 && node.own_sleep.empty() &&
         std::ranges::none_of(open_branches(node), [](const auto& b) { return b->users > 0; }) &&
         !has_begun_before(node);
}

// A branch is explored to its end: interior nodes of what was begun after it may have been waiting for that.
void Frontier::remove_unused_below(SharedNode& node) {
  for (const auto& branch : open_branches(node)) {
    SharedNode* next = branch->next;
    if (!next || !next->interior) {
      // What comes later has somebody to its left.
      if (branch->users > 0) return;
      continue;
    }
    remove_unused_below(*next);
    if (is_unused(*next)) remove(*next);
    if (branch->users > 0) return;
  }
}

void Frontier::leave(SharedNode& node, Explored& branch) {
  branch.walker = nullptr;
  if (--branch.users == 0) clean(node, &branch);
}

void Frontier::leave(SharedNode& node) {
  node.visitors--;
  clean(node, nullptr);
}

void Frontier::clean(SharedNode& changed, const Explored* explored) {
  for (SharedNode* node = &changed; node;) {
    // Nothing was begun after the last one.
    if (node->explored.empty() || node->explored.back().get() != explored) remove_unused_below(*node);
    if (!is_unused(*node)) return;
    SharedNode* parent = node->parent;
    Explored* branch = node->branch;
    explored = branch;
    remove(*node);
    if (branch && branch->users > 0) return;
    node = parent;
  }
}

void Frontier::drop(SharedNode& node, Explored& branch) {
  if (SharedNode* next = branch.next) {
    while (!next->explored.empty()) drop(*next, *next->explored.back());
    remove(*next);
  }
  std::erase_if(node.explored, [&](const auto& b) { return b.get() == &branch; });
}

bool Frontier::is_ready(SharedNode& node) const {
  if (node.pending.empty()) return false;
  if (uses_sleep_sets_ && !std::ranges::all_of(open_branches(node), [](const auto& b) { return b->known; }))
    return false;
  // What lies behind it relies on what lies to its left.
  return !node.may_rely_on_left || first_leaf(*node.pending.front()).wakes_all ||
         (!has_begun_before(node) &&
          std::ranges::none_of(open_branches(node), [](const auto& b) { return b->users > 0; }));
}

Frontier::Next Frontier::find_nearest_to_root() const {
  SharedNode* best = nullptr;
  for (const auto& node : nodes_)
    if ((!best || node->depth < best->depth) && is_ready(*node)) best = node.get();
  return {best, nullptr};
}

Frontier::Next Frontier::find_next(const std::function<bool(const Walker&)>& may_share) {
  return is_small() ? find_nearest_to_root() : find_first(may_share);
}

Frontier::Next Frontier::find_first(const std::function<bool(const Walker&)>& may_share) {
  if (!root_) return {};
  SharedNode* node = root_;
  size_t first = 0;  // branch to look at
  for (;;) {
    bool descended = false, exhausted = node->pending.empty();
    open_branches(*node);
    for (size_t i = std::max(first, node->settled); i < node->explored.size(); i++) {
      const Explored& branch = *node->explored[i];
      if (branch.next && !branch.next->exhausted) {
        node = branch.next;
        first = 0;
        descended = true;
        break;
      }
      if (branch.walker && may_share(*branch.walker)) return {nullptr, branch.walker};
    }
    if (descended) continue;
    if (is_ready(*node)) return {node, nullptr};
    for (const auto& branch : open_branches(*node)) exhausted &= !branch->next || branch->next->exhausted;
    node->exhausted = exhausted;
    if (!node->parent) return {};
    auto branches = open_branches(*node->parent);
    first = node->parent->settled + 1;
    for (const auto& branch : branches) {
      if (branch.get() == node->branch) break;
      first++;
    }
    node = node->parent;
  }
}

bool Frontier::has_ready() {
  return find_first([](const Walker&) { return false; }).node != nullptr;
}

bool Frontier::has_pending() const {
  return std::ranges::any_of(nodes_, [](const auto& node) { return !node->pending.empty(); });
}

}  // namespace selvage::explore
