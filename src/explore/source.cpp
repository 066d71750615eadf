// Source-set dynamic partial-order reduction (Abdulla, Aronis, Jonsson, Sagonas: POPL 2014): explores each equivalence
// class once, but may start executions that turn out to be redundant (blocked by sleep sets).
#include <algorithm>

#include "explore/reduction.h"

namespace selvage::explore {

namespace {

class Source final : public Reduction {
 public:
  bool uses_sleep_sets() const override { return true; }

  void reverse(const Place& place, const model::Path& path, const model::Race& race,
               std::vector<Node*>& fed) const override {
    Node& node = place.node;
    thread_local RaceSequence sequence;
    thread_local std::vector<uint16_t> initials;
    sequence.assign(path, race);
    sequence.initials(initials);
    auto is_taken = [&](uint16_t thread) {
      return node.is_asleep(thread) || node.has_explored(thread) ||
             std::ranges::any_of(node.pending, [&](const auto& p) { return p->branch.thread == thread; });
    };
    if (std::ranges::none_of(initials, is_taken) && add_thread(node, initials.front())) fed.push_back(&node);
  }

  bool add(Node& node, const Footprint& next) const override { return add_thread(node, next.thread); }
};

}  // namespace

std::unique_ptr<Reduction> make_source() { return std::make_unique<Source>(); }

}  // namespace selvage::explore
