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

  Node* reverse(const Place& place, const model::Path& path, const model::Race& race) const override {
    thread_local RaceSequence sequence;
    thread_local std::vector<int32_t> wanted;
    sequence.assign(path, race);
    wanted.clear();
    auto can_begin_with = [](const Branch& branch, bool whole_thread) {
      int32_t objection = sequence.objection_to(branch, whole_thread);
      wanted.push_back(objection);
      return objection == RaceSequence::kBegins;
    };
    Node* node = &place.node;
    if (std::ranges::any_of(node->sleep, [&](const Branch* b) { return can_begin_with(*b, true); })) return nullptr;
    bool is_left = true;  // of the branch that the execution took
    for (;;) {
      const Explored* begun = nullptr;
      for (const auto& branch : node->explored) {
        if (branch.get() == place.taken) {
          is_left = false;
        } else if (can_begin_with(*branch, false)) {
          begun = branch.get();
          break;
        }
      }
      if (!begun) break;
      // What was begun earlier misses nothing, nor does what lies behind a whole wakeup sequence, where nobody sleeps. The
      // others rely on what lies to their left: they would have this sequence if they had been begun in their turn.
      if (is_left || !begun->next || !begun->next->interior) return nullptr;
      sequence.take(begun->thread);
      node = begun->next;
    }
    return insert(*node, sequence, wanted) ? node : nullptr;
  }

  bool add(Node& node, const Footprint& next) const override {
    if (node.is_asleep(next.thread) || node.has_explored(next.thread)) return false;
    if (leads_to(node.pending, next)) return false;
    node.pending.push_back(std::make_unique<WakeupNode>());
    node.pending.back()->branch.thread = next.thread;
    node.pending.back()->branch.set_footprints({&next, 1});
    node.pending.back()->wakes_all = false;
    node.unasked++;
    return true;
  }

 private:
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
