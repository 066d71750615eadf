// Which event let a thread go on that had to wait.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "cli/show/shown_events.h"

namespace selvage::cli {

// For every event the one that ended its thread's wait before it; nothing where it did not have to wait.
std::vector<std::optional<uint32_t>> wake_ups_of(const std::vector<ShownEvent>& events);

}  // namespace selvage::cli
