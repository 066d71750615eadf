// Every interleaving, without any reduction: the oracle that the others are tested against.
#include "explore/reduction.h"

namespace selvage::explore {

namespace {

class Exhaustive final : public Reduction {
 public:
  bool uses_sleep_sets() const override { return false; }

  void on_new_state(Node& node, std::span<const uint64_t> enabled) const override {
    for (unsigned word = 0; word < enabled.size(); word++)
      for (uint64_t bits = enabled[word]; bits; bits &= bits - 1)
        node.add(static_cast<uint16_t>(word * 64 + static_cast<unsigned>(__builtin_ctzll(bits))));
  }

  bool reverse(Node&, const model::Path&, const model::Race&) const override { return false; }
};

}  // namespace

std::unique_ptr<Reduction> make_exhaustive() { return std::make_unique<Exhaustive>(); }

}  // namespace selvage::explore
