// What a random strategy did in a check, for reports.
#pragma once

#include <cstdint>
#include <string>

#include "sample/coverage.h"
#include "sample/sampler.h"

namespace selvage::cli {

// What drawn executions showed of the interleavings that there are (src/sample/coverage.h).
struct SampledPart {
  std::string strategy;
  uint64_t seed = 0;
  uint64_t executions = 0;
  uint64_t without_news = 0;  // the last so many showed nothing new
  uint64_t reads_from = 0;
  uint64_t lock_orders = 0;
  uint64_t racing = 0;
  uint64_t racing_both_ways = 0;
  std::string claim;  // what the strategy says of them; empty: nothing
};

SampledPart sampled_part(const std::string& strategy, uint64_t seed, const sample::Sampler& sampler,
                         const sample::Coverage& coverage);

}  // namespace selvage::cli
