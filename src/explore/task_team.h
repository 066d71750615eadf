// A team whose workers each have a heap of tasks that stand for themselves: whoever is out of work gets some of another's.
#pragma once

#include <memory>

#include "explore/team.h"

namespace selvage::explore {

std::unique_ptr<Team> make_task_team(const Equipment& equipment);

}  // namespace selvage::explore
