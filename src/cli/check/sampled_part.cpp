#include "cli/check/sampled_part.h"

namespace selvage::cli {

SampledPart sampled_part(const std::string& strategy, uint64_t seed, const sample::Sampler& sampler,
                         const sample::Coverage& coverage) {
  return {.strategy = strategy,
          .seed = seed,
          .executions = coverage.executions(),
          .without_news = coverage.without_news(),
          .reads_from = coverage.reads_from(),
          .lock_orders = coverage.lock_orders(),
          .racing = coverage.racing(),
          .racing_both_ways = coverage.racing_both_ways(),
          .claim = sampler.claim()};
}

}  // namespace selvage::cli
