// Dynamic partial-order reduction of Flanagan and Godefroid (POPL 2005) with sleep sets, as in Inspect (Fig. 6, 7).
// Two operations that cannot be co-enabled do not race: what Inspect tells from lock sets comes here with the races
// of model::Path, which never pair a release with the acquisition that it lets go on. Where the racing thread is asleep,
// another one of those that Fig. 6 allows is taken: a sleeping thread's branch is covered, but what wakes it is not.
#include <algorithm>

#include "explore/reduction.h"

namespace selvage::explore {

namespace {

class Classic final : public Reduction {
 public:
  bool uses_sleep_sets() const override { return true; }

  bool propose(const Node& node, const model::Path& path, const model::Race& race, Proposal& proposal) const override {
    proposal.threads.clear();
    // The thread itself, or one that has to move before it can do what it did.
    bool anyone = false;
    auto take_if_awake = [&](uint16_t thread) {
      if (!path.was_enabled(race.first, thread)) return false;
      anyone = true;
      if (std::ranges::any_of(node.sleep, [&](const Branch& b) { return b.thread == thread; })) return false;
      proposal.threads.push_back(thread);
      return true;
    };
    if (take_if_awake(path.thread(race.second))) return true;
    for (model::Position k = race.first + 1; k < race.second; k++)
      if (path.precedes_reversed(k, race) && take_if_awake(path.thread(k))) return true;
    if (anyone) return false;
    for (unsigned thread = 0; thread < kMaxThreads; thread++) take_if_awake(static_cast<uint16_t>(thread));
    return !proposal.threads.empty();
  }

  bool propose(const Node& node, const Footprint& next, Proposal& proposal) const override {
    proposal.threads.assign(1, next.thread);
    return std::ranges::none_of(node.sleep, [&](const Branch& b) { return b.thread == next.thread; }) &&
           std::ranges::none_of(node.explored, [&](const Branch& b) { return b.thread == next.thread; });
  }

  bool accept(Node& node, Proposal& proposal) const override {
    bool changed = false;
    for (uint16_t thread : proposal.threads) changed |= add_thread(node, thread);
    return changed;
  }

  bool is_superfluous(Node& scratch, std::span<const Proposal>, Proposal& proposal) const override {
    return !accept(scratch, proposal);
  }
};

}  // namespace

std::unique_ptr<Reduction> make_classic() { return std::make_unique<Classic>(); }

}  // namespace selvage::explore
