// Tasks as bytes, with the executions that they were derived from, each once; and back.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "explore/task.h"
#include "explore/team.h"

namespace selvage::explore {

std::string save_tasks(const SavedSums& sums, std::span<const std::span<const DerivedTask>> tasks);
// False: these are no such bytes. Tasks of other bytes may come to nothing, but lead nowhere out of bounds.
bool restore_tasks(std::string_view bytes, SavedSums& sums, std::vector<DerivedTask>& tasks);

}  // namespace selvage::explore
