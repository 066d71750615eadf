// Tasks that workers with plenty have given away.
#pragma once

#include <mutex>
#include <vector>

#include "explore/shared_soundings.h"
#include "explore/task.h"

namespace selvage::explore {

struct TaskPool {
  std::mutex mutex;
  std::vector<DerivedTask> tasks;  // under the mutex
  SharedSoundings soundings;
};

}  // namespace selvage::explore
