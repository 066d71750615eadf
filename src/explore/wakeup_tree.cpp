#include "explore/wakeup_tree.h"

#include <algorithm>

namespace selvage::explore {

namespace {

bool are_dependent(const Branch& a, const Branch& b) {
  if (!model::may_depend(a.marks, b.marks)) return false;
  for (const Footprint& own : a.footprints.all())
    for (const Footprint& other : b.footprints.all())
      if (dependent(own, other)) return true;
  return false;
}

// What is left of the sequences without that step. True: one of them consisted of nothing else.
bool extract(WakeupForest& forest, const Branch& first, std::vector<const Branch*>& before, WakeupForest& result) {
  bool ends_here = false;
  for (size_t i = 0; i < forest.size();) {
    WakeupNode& node = *forest[i];
    bool was_leaf = node.is_leaf();
    if (node.branch.thread == first.thread) {
      auto depends = [&](const Branch* other) { return are_dependent(*other, node.branch); };
      if (node.branch.alternative == first.alternative && std::ranges::none_of(before, depends)) {
        for (auto& child : node.children) result.push_back(std::move(child));
        node.children.clear();
        ends_here |= was_leaf;
        was_leaf = false;
      } else {
        was_leaf = true;  // it stays as it is
      }
    } else if (!was_leaf) {
      auto copy = std::make_unique<WakeupNode>();
      copy->branch = node.branch;
      before.push_back(&node.branch);
      bool ends = extract(node.children, first, before, copy->children);
      before.pop_back();
      if (ends || !copy->children.empty()) result.push_back(std::move(copy));
    }
    if (was_leaf || !node.children.empty()) {
      i++;
    } else {
      forest.erase(forest.begin() + static_cast<ptrdiff_t>(i));
    }
  }
  return ends_here;
}

uint32_t update_unasked(WakeupNode& node) {
  if (node.is_leaf()) return node.unasked;
  node.unasked = 0;
  for (auto& child : node.children) node.unasked += update_unasked(*child);
  return node.unasked;
}

}  // namespace

void forget_executions(WakeupForest& forest) {
  for (auto& node : forest) {
    forget_executions(node->children);
    node->ahead = nullptr;
    node->unasked = node->is_leaf() ? 1 : count_unasked(node->children);
  }
}

std::unique_ptr<WakeupNode> extract(WakeupForest& forest, const Branch& first) {
  auto result = std::make_unique<WakeupNode>();
  result->branch = first;
  std::vector<const Branch*> before;
  bool ends = extract(forest, first, before, result->children);
  forget_executions(result->children);
  if (result->is_leaf()) {
    result->wakes_all = ends;
  } else {
    result->unasked = count_unasked(result->children);
  }
  for (auto& node : forest)
    if (!node->is_leaf()) update_unasked(*node);
  return result;
}

uint32_t count_unasked(const WakeupForest& forest) {
  uint32_t sum = 0;
  for (const auto& node : forest) sum += node->unasked;
  return sum;
}

bool Insertion::can_begin_with(const Branch& branch, bool whole_thread) {
  int32_t objection = sequence.objection_to(branch, whole_thread);
  if (objection != RaceSequence::kBegins) wanted.push_back(objection);
  return objection == RaceSequence::kBegins;
}

namespace {

bool insert_behind(WakeupNode& node, Insertion& insertion) {
  bool was_leaf = node.is_leaf();
  // Whatever is explored from a leaf where nobody sleeps includes this sequence.
  if (was_leaf && node.wakes_all) return false;
  insertion.sequence.take(node.branch.thread);
  if (!insert(node.children, insertion)) return false;
  if (was_leaf) node.ahead = nullptr;
  node.unasked = count_unasked(node.children);
  return true;
}

bool insert_behind_all_outcomes(WakeupForest& forest, const Branch& open, const Insertion& insertion) {
  bool added = false;
  Branch outcome = open;
  for (uint16_t i = 0; i < open.alternatives; i++) {
    outcome.alternative = i;
    added |= insert(forest, outcome, insertion);
  }
  return added;
}

}  // namespace

bool insert(WakeupForest& forest, const Branch& outcome, const Insertion& insertion) {
  auto same = [&](const auto& node) {
    return node->branch.thread == outcome.thread && node->branch.alternative == outcome.alternative;
  };
  auto found = std::ranges::find_if(forest, same);
  bool is_new = found == forest.end();
  if (is_new) {
    found = forest.insert(found, std::make_unique<WakeupNode>());
    (*found)->branch = outcome;
    (*found)->branch.known = false;
    (*found)->wakes_all = false;
  }
  Insertion copy = insertion;
  return insert_behind(**found, copy) || is_new;
}

bool insert(WakeupForest& forest, Insertion& insertion) {
  if (insertion.sequence.empty()) return false;
  for (const auto& node : forest) {
    if (!insertion.can_begin_with(node->branch, false)) continue;
    if (insertion.leaves_open(node->branch)) return insert_behind_all_outcomes(forest, Branch(node->branch), insertion);
    return insert_behind(*node, insertion);
  }
  thread_local std::vector<int32_t> needed;
  insertion.sequence.needed_for(insertion.wanted, needed);
  WakeupForest* level = &forest;
  for (int32_t index : needed) {
    level->push_back(std::make_unique<WakeupNode>());
    level->back()->branch = insertion.sequence.branch(index);
    level = &level->back()->children;
  }
  return true;
}

}  // namespace selvage::explore
