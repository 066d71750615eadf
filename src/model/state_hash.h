// Tells states apart that the first steps of a path lead to: the same for every sequence with the same happens-before that
// ends in a step of the same thread.
#pragma once

#include <cstdint>
#include <vector>

#include "model/path.h"

namespace selvage::model {

class StateHash {
 public:
  // After the first `length` steps.
  StateHash(const Path& path, size_t length);

  uint64_t value() const;
  void advance();  // by one step

 private:
  const Path& path_;
  Position length_ = 0;
  uint64_t sum_ = 0;
  std::vector<uint32_t> index_;  // per step: how many-th of its thread
  std::vector<uint32_t> taken_;  // per thread
};

}  // namespace selvage::model
