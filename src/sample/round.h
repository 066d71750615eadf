// Rounds: stretches of execution numbers within which a strategy does not change.
#pragma once

#include <cstdint>

namespace selvage::sample {

// One more than the last number of the round that `number` belongs to. Rounds are short at first, when most is learned.
uint64_t round_end(uint64_t number);

}  // namespace selvage::sample
