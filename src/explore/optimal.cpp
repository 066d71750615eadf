// Optimal dynamic partial-order reduction with wakeup trees (Abdulla, Aronis, Jonsson, Sagonas: JACM 2017): one
// execution per equivalence class, none redundant, none blocked.
//
// Deviations from the paper, all checked against brute force on random programs: a race is looked at only in the
// execution in which its second transition is new, not again in each later one that shares it; the wakeup sequence ends
// with that transition instead of taking in what came after it; and of what comes before it, only what it needs is kept,
// and what keeps threads that would be asleep from blocking it.
#include <algorithm>

#include "explore/frontier.h"
#include "explore/reduction.h"

namespace selvage::explore {

namespace {

class Optimal final : public Reduction {
 public:
  bool uses_sleep_sets() const override { return true; }

  void reverse(const Place& place, const model::Path& path, const model::Race& race,
               std::vector<Node*>& fed) const override {
    thread_local Insertion insertion;
    insertion.sequence.assign(path, race);
    insertion.wanted.clear();
    insertion.left_open = false;
    auto covers = [&](const Branch* sleeper) { return insertion.can_begin_with(*sleeper, true); };
    if (std::ranges::any_of(place.node.sleep, covers)) return;
    // What was begun before the execution's own branch misses nothing.
    size_t next = 0;
    for (; next < place.node.explored.size(); next++) {
      const Explored* branch = place.node.explored[next].get();
      if (branch == place.taken) break;
      if (insertion.can_begin_with(*branch, false)) return;
    }
    insert(place.node, next + 1, insertion, fed);
  }

  bool add(Node& node, const Footprint& next) const override {
    if (node.is_asleep(next.thread) || node.has_explored(next.thread)) return false;
    if (leads_to(node.pending, next)) return false;
    node.pending.push_back(std::make_unique<WakeupNode>());
    node.pending.back()->branch.thread = next.thread;
    node.pending.back()->branch.set_footprints({&next, 1});
    node.pending.back()->wakes_all = false;
    node.may_rely_on_left = true;
    node.unasked++;
    return true;
  }

 private:
  // Behind branches that were begun since, from the one with this index on, or among the pending ones. What lies behind a
  // whole wakeup sequence misses nothing, for nobody sleeps there. Nodes within sequences rely on what lies to their left:
  // they would have this one if they had been begun in their turn.
  static void insert(Node& node, size_t next, Insertion& insertion, std::vector<Node*>& fed) {
    for (; next < node.explored.size(); next++) {
      const Explored& branch = *node.explored[next];
      if (!insertion.can_begin_with(branch, false)) continue;
      if (!insertion.leaves_open(branch)) return insert_behind(branch, insertion, fed);
      return insert_behind_all_outcomes(node, Branch(branch), insertion, fed);
    }
    if (!explore::insert(node.pending, insertion)) return;
    node.may_rely_on_left |= insertion.left_open;
    feed(node, fed);
  }

  static void insert_behind(const Explored& branch, Insertion& insertion, std::vector<Node*>& fed) {
    if (!branch.next || !branch.next->interior) return;
    insertion.sequence.take(branch.thread);
    insert(*branch.next, 0, insertion, fed);
  }

  static void insert_behind_all_outcomes(Node& node, Branch outcome, const Insertion& insertion,
                                         std::vector<Node*>& fed) {
    for (uint16_t i = 0; i < outcome.alternatives; i++) {
      outcome.alternative = i;
      auto same = [&](const auto& b) { return b->thread == outcome.thread && b->alternative == i; };
      auto begun = std::ranges::find_if(node.explored, same);
      if (begun == node.explored.end()) {
        if (explore::insert(node.pending, outcome, insertion)) feed(node, fed);
        node.may_rely_on_left = true;
      } else {
        Insertion copy = insertion;
        insert_behind(**begun, copy, fed);
      }
    }
  }

  static void feed(Node& node, std::vector<Node*>& fed) {
    node.unasked = count_unasked(node.pending);
    fed.push_back(&node);
  }

  // Whether what is explored from the forest includes a sequence that consists of this step.
  static bool leads_to(const WakeupForest& forest, const Footprint& next) {
    for (const auto& node : forest) {
      if (node->branch.thread == next.thread) return true;
      auto meets = [&](const Footprint& own) { return dependent(own, next); };
      if (std::ranges::any_of(node->branch.footprints.all(), meets)) continue;
      return node->is_leaf() || leads_to(node->children, next);
    }
    return false;
  }
};

}  // namespace

std::unique_ptr<Reduction> make_optimal() { return std::make_unique<Optimal>(); }

}  // namespace selvage::explore
