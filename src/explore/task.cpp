#include "explore/task.h"

#include <iterator>

namespace selvage::explore {

Task& TaskHeap::add() {
  if (spare_.empty()) return tasks_.emplace_back();
  Task& task = tasks_.emplace_back(std::move(spare_.back()));
  spare_.pop_back();
  task.steps.clear();
  task.reversals.clear();
  task.fresh = task.inherited = 0;
  task.inherited_hash = 0;
  task.weight = 1;
  task.is_predicted = false;
  task.sleeping.clear();
  task.footprints.clear();
  return task;
}

Task TaskHeap::take() {
  Task task = std::move(tasks_.back());
  tasks_.pop_back();
  return task;
}

std::vector<Task> TaskHeap::take_older_half() {
  auto end = tasks_.begin() + static_cast<ptrdiff_t>(tasks_.size() / 2);
  std::vector<Task> older(std::make_move_iterator(tasks_.begin()), std::make_move_iterator(end));
  tasks_.erase(tasks_.begin(), end);
  return older;
}

}  // namespace selvage::explore
