// Which operations most of the orders are made of that a search has called for: what to look at where it does not come to
// its end.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "contract/dependence.h"

namespace selvage::explore {

// Two operations that were put into the other order; or one that was given another outcome, and `second_site` is 0.
struct OrderCount {
  uint32_t first_site = 0, second_site = 0;
  Footprint first = {};  // as it was met first
  uint64_t count = 0;
};

// Counts in memory that does not grow. Pairs that fall into the same place outvote each other (Boyer and Moore's majority):
// those that are frequent are there, and no count is too high.
class OrderCounts {
 public:
  void add(uint32_t first_site, uint32_t second_site, const Footprint& first) {
    total_++;
    uint64_t key = (uint64_t{first_site} << 32) | second_site;
    OrderCount& place = places_[(key * 0x9e3779b97f4a7c15u) >> (64 - kBits)];
    if (place.first_site == first_site && place.second_site == second_site) {
      place.count++;
    } else if (place.count == 0) {
      place = {first_site, second_site, first, 1};
    } else {
      place.count--;
    }
  }

  uint64_t total() const { return total_; }
  // Adds what there is to a list, pairs that are in it already to theirs.
  void add_to(std::vector<OrderCount>& list) const;

 private:
  static constexpr unsigned kBits = 8;

  uint64_t total_ = 0;
  std::array<OrderCount, size_t{1} << kBits> places_ = {};
};

}  // namespace selvage::explore
