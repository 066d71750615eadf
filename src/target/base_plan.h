// Which states of a batch of schedules are worth keeping (see Schedule::bases): schedules that begin with the same steps
// then execute these once.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "contract/channel.h"

namespace selvage::target {

struct PlannedSchedule {
  std::span<const Step> steps;
  size_t limit;  // no base can be further on

  uint32_t shared_steps = 0;  // with the schedule before it, as far as both can begin at a base
  std::array<uint32_t, kMaxBases> bases{};
};

// The schedules are executed in the order given. `cost` is what keeping a state costs, in steps.
void plan_bases(std::span<PlannedSchedule> schedules, size_t cost);

}  // namespace selvage::target
