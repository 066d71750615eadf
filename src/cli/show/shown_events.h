// Which recorded events a person wants to see: everything but accesses to memory that only one thread
// touches; the free of a block that a memory error is about is among them all the same.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "cli/show/step_events.h"
#include "target/execution_view.h"

namespace selvage::cli {

struct ShownEvent {
  target::EventView view;
  std::optional<uint32_t> position;  // of the step that it begins
  uint32_t step = 0;                 // of the step that it belongs to; kBeforeFirst: none
  bool is_shown = false;

  static constexpr uint32_t kBeforeFirst = UINT32_MAX;
};

// All events, in their order.
std::vector<ShownEvent> events_to_show(const target::ExecutionView& execution);

}  // namespace selvage::cli
