// Optimal dynamic partial-order reduction with wakeup trees (Abdulla, Aronis, Jonsson, Sagonas: JACM 2017): one
// execution per equivalence class, none redundant, none blocked.
//
// Deviations from the paper, both checked against brute force on random programs: a race is looked at only in the
// execution in which its second transition is new, not again in each later one that shares it; and the wakeup
// sequence ends with that transition instead of taking in what came after it.
#include <algorithm>

#include "explore/reduction.h"

namespace selvage::explore {

namespace {

class Optimal final : public Reduction {
 public:
  bool uses_sleep_sets() const override { return true; }

  bool propose(const Node& node, const model::Path& path, const model::Race& race, Proposal& proposal) const override {
    thread_local std::vector<model::Position> positions;
    RaceSequence sequence(path, race, positions);
    if (std::ranges::any_of(node.sleep, [&](const Branch& b) { return sequence.can_begin_with(b, true); }))
      return false;
    if (std::ranges::any_of(node.explored, [&](const Branch& b) { return sequence.can_begin_with(b, false); }))
      return false;
    sequence.detach(proposal.sequence);
    return true;
  }

  bool propose(const Node& node, const Footprint& next, Proposal& proposal) const override {
    proposal.sequence.clear(1);
    proposal.sequence.set(0, next.thread, 0, {&next, 1});
    auto same = [&](const Branch& b) { return b.thread == next.thread; };
    return std::ranges::none_of(node.sleep, same) && std::ranges::none_of(node.explored, same);
  }

  bool accept(Node& node, Proposal& proposal) const override { return insert(node.pending, proposal.sequence); }

  // What led to a sequence that this one begins with will still lead there.
  bool is_superfluous(Node& scratch, std::span<const Proposal>, Proposal& proposal) const override {
    return !insert(scratch.pending, proposal.sequence);
  }
};

}  // namespace

std::unique_ptr<Reduction> make_optimal() { return std::make_unique<Optimal>(); }

}  // namespace selvage::explore
