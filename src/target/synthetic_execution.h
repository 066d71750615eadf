// The record of an execution whose process could not write one itself.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "contract/channel.h"
#include "target/execution_view.h"

namespace selvage::target {

struct SyntheticEnd {
  Outcome outcome = Outcome::Crash;
  uint16_t thread = 0;
  int32_t status = 0;
  uint32_t signal = 0;
  std::string_view message = {};
};

// Writes the record into `words` and returns a view on it.
ExecutionView synthesize_execution(const SyntheticEnd& end, std::vector<uint64_t>& words);

}  // namespace selvage::target
