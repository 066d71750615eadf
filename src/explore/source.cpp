// Source-set dynamic partial-order reduction (Abdulla, Aronis, Jonsson, Sagonas: POPL 2014): explores each equivalence
// class once, but may start executions that turn out to be redundant (blocked by sleep sets).
#include <algorithm>

#include "explore/reduction.h"

namespace selvage::explore {

namespace {

class Source final : public Reduction {
 public:
  bool uses_sleep_sets() const override { return true; }

  bool propose(const Node& node, const model::Path& path, const model::Race& race, Proposal& proposal) const override {
    std::vector<model::Position> positions;
    RaceSequence(path, race, positions).initials(proposal.threads);
    auto initial = [&](const Branch& b) { return contains(proposal, b.thread); };
    return std::ranges::none_of(node.sleep, initial) && std::ranges::none_of(node.explored, initial);
  }

  bool propose(const Node& node, const Footprint& next, Proposal& proposal) const override {
    proposal.threads.assign(1, next.thread);
    return std::ranges::none_of(node.sleep, [&](const Branch& b) { return b.thread == next.thread; }) &&
           std::ranges::none_of(node.explored, [&](const Branch& b) { return b.thread == next.thread; });
  }

  bool accept(Node& node, Proposal& proposal) const override {
    if (std::ranges::any_of(node.pending, [&](const auto& p) { return contains(proposal, p->branch.thread); }))
      return false;
    return add_thread(node, proposal.threads.front());
  }

  // Which thread an earlier proposal will add is not known here: only the same proposal again is superfluous.
  bool is_superfluous(Node&, std::span<const Proposal> earlier, Proposal& proposal) const override {
    return std::ranges::any_of(earlier, [&](const Proposal& other) {
      return other.depth == proposal.depth && other.threads == proposal.threads;
    });
  }

 private:
  static bool contains(const Proposal& proposal, uint16_t thread) {
    return std::ranges::find(proposal.threads, thread) != proposal.threads.end();
  }
};

}  // namespace

std::unique_ptr<Reduction> make_source() { return std::make_unique<Source>(); }

}  // namespace selvage::explore
