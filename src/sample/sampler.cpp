#include "sample/sampler.h"

namespace selvage::sample {

std::unique_ptr<Sampler> make_sampler(std::string_view name, const SamplerOptions& options) {
  if (name == "random") return make_uniform(options);
  if (name == "pct") return make_priority(options);
  if (name == "pos") return make_partial_order(options);
  if (name == "surw") return make_weight(options);
  if (name == "novelty") return make_novelty(options);
  return nullptr;
}

std::vector<std::string_view> sampler_names() { return {"random", "pct", "pos", "surw", "novelty"}; }

}  // namespace selvage::sample
