// At every step one of the threads that can go on, all with the same probability.
#include "sample/sampler.h"
#include "sample/seeds.h"

namespace selvage::sample {
namespace {

class Uniform final : public Sampler {
 public:
  explicit Uniform(const SamplerOptions& options) : seed_(options.seed) {}
  Draw draw(uint64_t number) const override {
    return {.policy = Policy::Random, .seed = execution_seed(seed_, number)};
  }

 private:
  uint64_t seed_;
};

}  // namespace

std::unique_ptr<Sampler> make_uniform(const SamplerOptions& options) { return std::make_unique<Uniform>(options); }

}  // namespace selvage::sample
