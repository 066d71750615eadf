#include "model/state_hash.h"

namespace selvage::model {
namespace {

uint64_t mix(uint64_t hash, uint64_t value) {
  hash = (hash ^ value) * 0xff51afd7ed558ccdu;
  return hash ^ (hash >> 32);
}

}  // namespace

StateHash::StateHash(const Path& path, size_t length) : path_(path), taken_(path.clock_width()) {
  index_.reserve(path.size());
  while (length_ < length) advance();
}

// A step is known by what it comes after, counted in steps of each thread, and by the choice in it.
void StateHash::advance() {
  uint16_t thread = path_.thread(length_);
  index_.push_back(++taken_[thread]);
  uint64_t hash = mix(mix(1, thread), path_[length_].alternative);
  const uint32_t* clock = path_.clock(length_);
  for (unsigned t = 0; t < path_.clock_width(); ++t)
    if (clock[t] != 0) hash = mix(hash, (uint64_t{t} << 32) | index_[clock[t] - 1]);
  sum_ += hash;
  ++length_;
}

uint64_t StateHash::value() const { return mix(sum_, length_ == 0 ? UINT64_MAX : path_.thread(length_ - 1)); }

}  // namespace selvage::model
