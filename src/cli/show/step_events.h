// The events of a recorded execution, step by step.
#pragma once

#include <cstdint>
#include <vector>

#include "target/execution_view.h"

namespace selvage::cli {

class StepEvents {
 public:
  explicit StepEvents(const target::ExecutionView& execution);

  size_t size() const { return begins_.size(); }
  // What was recorded before the first step: the program's start up to where interleavings part.
  std::vector<target::EventView> before_first() const;
  // The step's operation, and behind it the accesses that belong to it.
  std::vector<target::EventView> of(size_t step) const;

 private:
  std::vector<target::EventView> events_;
  std::vector<size_t> begins_;  // of each step, in events_
};

}  // namespace selvage::cli
