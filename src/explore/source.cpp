// Source-set dynamic partial-order reduction (Abdulla, Aronis, Jonsson, Sagonas: POPL 2014): explores each equivalence
// class once, but may start executions that turn out to be redundant (blocked by sleep sets).
#include <algorithm>

#include "explore/reduction.h"

namespace selvage::explore {

namespace {

class Source final : public Reduction {
 public:
  bool uses_sleep_sets() const override { return true; }

  void on_race(Node& node, const model::Path& path, const model::Race& race) const override {
    std::vector<uint16_t> initials = WakeupSequence(path, race).initials();
    auto initial = [&](uint16_t thread) { return std::ranges::find(initials, thread) != initials.end(); };
    if (std::ranges::any_of(node.sleep, [&](const Branch& b) { return initial(b.thread); })) return;
    if (std::ranges::any_of(node.explored, [&](const Branch& b) { return initial(b.thread); })) return;
    if (std::ranges::any_of(node.pending, [&](const auto& p) { return initial(p->branch.thread); })) return;
    add_thread(node, initials.front());
  }
};

}  // namespace

std::unique_ptr<Reduction> make_source() { return std::make_unique<Source>(); }

}  // namespace selvage::explore
