// Dynamic partial-order reduction of Flanagan and Godefroid (POPL 2005) with sleep sets, as in Inspect (Fig. 6, 7).
// Two operations that cannot be co-enabled do not race: lock sets tell, and the races of model::Path, which never pair a
// release with the acquisition that it lets go on. Where the racing thread is asleep, another one of those that Fig. 6
// allows is taken: a sleeping thread's branch is covered, but what wakes it is not.
#include "explore/reduction.h"

namespace selvage::explore {

namespace {

class Classic final : public Reduction {
 public:
  explicit Classic(const Foresight* foresight) : foresight_(foresight) {}

  bool uses_sleep_sets() const override { return true; }
  bool uses_lock_sets() const override { return true; }
  const Foresight* foresight() const override { return foresight_; }

  bool reverse(Node& node, const model::Path& path, const model::Race& race) const override {
    // The thread itself, or one that has to move before it can do what it did.
    bool anyone = false, added = false;
    auto take_if_awake = [&](uint16_t thread) {
      if (!path.was_enabled(race.first, thread)) return false;
      anyone = true;
      if (node.is_asleep(thread)) return false;
      added |= node.add(thread);
      return true;
    };
    if (take_if_awake(path.thread(race.second))) return added;
    for (model::Position k = race.first + 1; k < race.second; k++)
      if (path.precedes_reversed(k, race) && take_if_awake(path.thread(k))) return added;
    if (anyone) return false;
    for (unsigned thread = 0; thread < kMaxThreads; thread++) take_if_awake(static_cast<uint16_t>(thread));
    return added;
  }

 private:
  const Foresight* foresight_;
};

}  // namespace

std::unique_ptr<Reduction> make_classic(const Foresight* foresight) { return std::make_unique<Classic>(foresight); }

}  // namespace selvage::explore
