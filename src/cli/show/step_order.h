// Which earlier steps of other threads each step comes after because something synchronises the two.
#pragma once

#include <cstdint>
#include <vector>

#include "cli/show/shown_events.h"

namespace selvage::cli {

// For every event the events that it is directly after: the latest one of each other thread, without those that another
// of them is after anyway. Order is the one of the race detector.
std::vector<std::vector<uint32_t>> order_of(const std::vector<ShownEvent>& events);

}  // namespace selvage::cli
