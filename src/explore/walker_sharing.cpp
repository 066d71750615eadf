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
  for (size_t i = base_; i <= depth; i++) share_node(i);
  base_ = depth + 1;
  branches_.back()->users++;
  branches_.back()->walker = this;
}

void Walker::share_node(size_t depth) {
  bool is_root = depth == 0;
  SharedNode& shared = frontier_.add(is_root ? nullptr : shared_.back(), is_root ? nullptr : branches_.back(), false);
  // It was behind the last branch itself so far; now the node is, and it is behind the node's.
  if (depth == base_ && !is_root) {
    branches_.back()->users--;
    branches_.back()->walker = nullptr;
  }
  if (!is_root) shared.take_step(path_, static_cast<model::Position>(depth - 1));
  std::swap(static_cast<Node&>(shared), nodes_[depth]);
  weight_ /= static_cast<double>(shared.explored.size() + shared.pending.size() + 1);
  shared.present = kNoThread;
  shared.explored.push_back(std::make_unique<Explored>(path_, static_cast<model::Position>(depth)));
  shared_.push_back(&shared);
  branches_.push_back(shared.explored.back().get());
  way_.resize(depth);
  way_.push_back(shared.id);
}

void Walker::begin_from(SharedNode& node) {
  move_to(node);
  if (frontier_.can_be_owned(node)) {
    own(node);
  } else {
    take_from(node);
  }
}

// Has the node to itself, as if it had come there first.
void Walker::own(SharedNode& node) {
  size_t depth = node.depth;
  shared_.pop_back();
  way_.pop_back();
  base_ = depth;
  node_count_ = depth + 1;
  if (nodes_.size() < node_count_) nodes_.resize(node_count_);
  nodes_[depth].clear();
  std::swap(nodes_[depth], static_cast<Node&>(node));
  frontier_.give_away(node);
  if (depth > 0) {
    branches_.back()->users++;
    branches_.back()->walker = this;
  }
  weigh();
  take_next_branch();
}

void Walker::weigh() {
  asked_ahead_ = 0;
  weight_ = 1;
  for (const SharedNode* above : shared_)
    weight_ /= static_cast<double>(std::max<size_t>(1, above->explored.size() + above->pending.size()));
}

void Walker::release() {
  if (!shared_.empty()) {
    if (branches_.size() == shared_.size()) {
      frontier_.leave(*shared_.back(), *branches_.back());
    } else {
      frontier_.leave(*shared_.back());
    }
  }
  shared_.clear();
  branches_.clear();
  base_ = node_count_ = 0;
}

// Goes the way to the node; what is common with the way to here stays.
void Walker::move_to(SharedNode& target) {
  shared_.resize(target.depth + 1);
  branches_.resize(target.depth);
  for (SharedNode* node = &target; node; node = node->parent) {
    shared_[node->depth] = node;
    if (node->parent) branches_[node->depth - 1] = node->branch;
  }
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

void Walker::take_from(SharedNode& from) {
  node_count_ = from.depth + 1;
  left_.clear();
  for (const auto& branch : from.explored) left_.push_back(branch.get());
  make_present(std::move(from.pending.front()));
  from.pending.erase(from.pending.begin());
  from.unasked -= current_->unasked;
  // The way to the first leaf is this walker's; what branches off from it stays where others can reach it.
  SharedNode* node = &from;
  for (WakeupNode* step = current_.get();;) {
    node->explored.push_back(std::make_unique<Explored>(step->branch));
    Explored& branch = *node->explored.back();
    branch.known = false;
    branches_.push_back(&branch);
    if (step->is_leaf()) {
      branch.users++;
      branch.walker = this;
      break;
    }
    node = &frontier_.add(node, &branch, true);
    node->may_rely_on_left = node->parent->may_rely_on_left;
    shared_.push_back(node);
    way_.push_back(node->id);
    WakeupNode* next = step->children.front().get();
    for (size_t i = 1; i < step->children.size(); i++) {
      node->unasked += step->children[i]->unasked;
      node->pending.push_back(std::move(step->children[i]));
    }
    step->children.resize(1);
    step->unasked = leaf_->unasked;
    step = next;
  }
  base_ = shared_.size();
  if (nodes_.size() < base_) nodes_.resize(base_);
  starts_ = true;
  weigh();
}

}  // namespace selvage::explore
