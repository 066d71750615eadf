// Operations have priorities, drawn anew after what they depend on (src/runtime/drawing_by_partial_order.cpp).
#include "sample/sampler.h"
#include "sample/seeds.h"

namespace selvage::sample {
namespace {

class PartialOrder final : public Sampler {
 public:
  explicit PartialOrder(const SamplerOptions& options) : seed_(options.seed) {}
  Draw draw(uint64_t number) const override {
    return {.policy = Policy::ByPartialOrder, .seed = execution_seed(seed_, number)};
  }

 private:
  uint64_t seed_;
};

}  // namespace

std::unique_ptr<Sampler> make_partial_order(const SamplerOptions& options) {
  return std::make_unique<PartialOrder>(options);
}

}  // namespace selvage::sample
