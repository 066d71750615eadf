#include "explore/task.h"

#include <iterator>

namespace selvage::explore {

DerivedTask DerivedTask::copy() const {
  DerivedTask result;
  static_cast<TaskFacts&>(result) = *this;
  result.origin = origin;
  result.from_origin = from_origin;
  result.needed = needed;
  result.also_needed = also_needed;
  result.own = own;
  result.own_count = own_count;
  result.reversal = reversal;
  if (asleep) result.asleep = std::make_unique<Asleep>(*asleep);
  return result;
}

size_t DerivedTask::step_count() const {
  size_t count = from_origin + (needed.end - needed.begin) + own_count;
  for (const Run& run : also_needed) count += run.end - run.begin;
  return count;
}

void Task::write(DerivedTask&& task) {
  static_cast<TaskFacts&>(*this) = task;
  steps.clear();
  reversals.clear();
  settled = 0;
  asleep.clear();
  if (task.origin) {
    const Origin& origin = *task.origin;
    steps.reserve(task.step_count());
    origin.append_steps(0, task.from_origin, steps);
    origin.append_steps(task.needed.begin, task.needed.end, steps);
    for (const Run& run : task.also_needed) origin.append_steps(run.begin, run.end, steps);
    settled = origin.append_reversals(task.from_origin, reversals);
    asleep.add_up_to(task.from_origin, origin.parts().asleep);
  }
  steps.insert(steps.end(), task.own.begin(), task.own.begin() + task.own_count);
  if (task.has_reversal()) reversals.push_back(task.reversal);
  if (task.asleep) asleep.add_up_to(model::kNone, *task.asleep);
  derived = std::move(task);
}

DerivedTask stand_alone(const Task& task) {
  DerivedTask result;
  static_cast<TaskFacts&>(result) = task;
  if (task.steps.empty() && task.asleep.empty()) return result;
  auto origin = std::make_shared<Origin>();
  origin->set(nullptr, 0, task.steps, task.reversals, task.asleep, false);
  result.origin = std::move(origin);
  result.from_origin = static_cast<model::Position>(task.steps.size());
  return result;
}

DerivedTask TaskHeap::take_derived() {
  DerivedTask task = std::move(tasks_.back());
  tasks_.pop_back();
  return task;
}

void TaskHeap::discard(Task& task) {
  // It must not keep the executions that it comes from.
  if (task.derived.origin) origins_.release(std::move(task.derived.origin));
}

std::vector<DerivedTask> TaskHeap::take_older_half() {
  auto end = tasks_.begin() + static_cast<ptrdiff_t>(tasks_.size() / 2);
  std::vector<DerivedTask> older(std::make_move_iterator(tasks_.begin()), std::make_move_iterator(end));
  tasks_.erase(tasks_.begin(), end);
  for (const DerivedTask& task : older)
    if (task.origin) task.origin->hand_out();
  return older;
}

}  // namespace selvage::explore
