// A walker and the frontier: giving branches away, finding new ones, and having to itself what nobody else needs.
#include <algorithm>

#include "explore/walker.h"

namespace selvage::explore {

// The last node's present branch has not been executed yet: it cannot be shared. node_count_: nothing can.
size_t Walker::first_depth_to_share() const {
  if (!current_) return node_count_;
  for (size_t depth = base_; depth + 1 < node_count_; depth++)
    if (!nodes_[depth].pending.empty()) return depth;
  return node_count_;
}

void Walker::share() {
  size_t depth = first_depth_to_share();
  if (depth == node_count_) return;
  double before = present_share();
  for (size_t i = base_; i <= depth; i++) share_node(i);
  base_ = depth + 1;
  share_left_ += before - present_share();
}

void Walker::share_node(size_t depth) {
  SharedNode* parent = shared_.empty() ? nullptr : shared_.back();
  SharedNode& shared = frontier_.add(parent, branch_);
  // It was behind the parent's branch itself so far; now the node is, and it is behind the node's.
  if (parent) {
    parent->users--;
    shared.take_step(path_, static_cast<model::Position>(depth - 1));
  }
  shared.users++;
  std::swap(static_cast<Node&>(shared), nodes_[depth]);
  weight_ /= static_cast<double>(shared.explored.size() + shared.pending.size() + 1);
  shared.explored.push_back(std::make_unique<Branch>(path_, static_cast<model::Position>(depth)));
  shared_.push_back(&shared);
  branch_ = shared.explored.back().get();
  way_.resize(depth);
  way_.push_back(shared.id);
}

void Walker::begin_from(SharedNode& node) {
  move_to(node);
  if (Frontier::can_be_owned(node)) {
    own(node);
    weigh();
    take_next_branch();
    // Others have explored that.
    share_left_ -= present_share();
    return;
  }
  node.users++;
  node.beginners++;
  branch_ = nullptr;
  base_ = node_count_ = shared_.size();
  if (nodes_.size() < base_) nodes_.resize(base_);
  take_first_branch(node);
  weigh();
}

// Has the node to itself, as if it had come there first.
void Walker::own(SharedNode& node) {
  size_t depth = node.depth;
  branch_ = node.branch;
  shared_.pop_back();
  way_.pop_back();
  base_ = depth;
  node_count_ = depth + 1;
  if (nodes_.size() < node_count_) nodes_.resize(node_count_);
  nodes_[depth].clear();
  std::swap(nodes_[depth], static_cast<Node&>(node));
  frontier_.remove(node);
  if (depth > 0) shared_.back()->users++;
}

void Walker::weigh() {
  asked_ahead_ = 0;
  weight_ = 1;
  for (const SharedNode* above : shared_)
    weight_ /= static_cast<double>(std::max<size_t>(1, above->explored.size() + above->pending.size()));
}

void Walker::release() {
  if (!shared_.empty()) frontier_.leave(*shared_.back());
  shared_.clear();
  branch_ = nullptr;
  base_ = node_count_ = 0;
}

// Goes the way to the node; what is common with the way to here stays.
void Walker::move_to(SharedNode& target) {
  shared_.resize(target.depth + 1);
  for (SharedNode* node = &target; node; node = node->parent) shared_[node->depth] = node;
  size_t common = 0;
  while (common < shared_.size() && common < way_.size() && way_[common] == shared_[common]->id) common++;
  // Steps lead from node to node: there is one less of them.
  cut_path(std::min(path_.size(), common > 0 ? common - 1 : 0));
  for (size_t i = path_.size() + 1; i < shared_.size(); i++)
    path_.push(shared_[i]->step, shared_[i]->inner, shared_[i]->enabled, races_);
  races_.clear();
  path_.forget_races();
  way_.clear();
  for (const SharedNode* node : shared_) way_.push_back(node->id);
}

}  // namespace selvage::explore
