#include "sample/round.h"

#include <algorithm>
#include <bit>

namespace selvage::sample {

uint64_t round_end(uint64_t number) {
  uint64_t length = std::clamp<uint64_t>(std::bit_floor(number | 1) / 4, 4, 1024);
  return (number / length + 1) * length;
}

}  // namespace selvage::sample
