// An execution that remains to be done, and where it comes from. Nothing else is kept of the search.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <utility>
#include <vector>

#include "contract/channel.h"
#include "explore/origin.h"
#include "model/path.h"

namespace selvage::explore {

// Steps that stand next to each other in an execution.
struct Run {
  model::Position begin;
  model::Position end;
};

// What a task has besides its steps.
struct TaskFacts {
  // From here on, other outcomes of operations have not been seen to.
  model::Position fresh = 0;
  // The first steps are those of the parent execution; they lead through the same operations.
  model::Position inherited = 0;
  uint64_t inherited_hash = 0;
  double weight = 1;   // share of the whole search
  uint32_t level = 0;  // executions that it was derived through
  // Its execution followed from another one: the steps are all of it (explore/prediction.h).
  bool is_predicted = false;
};

// A task as what differs from the execution that it was derived from.
struct DerivedTask : TaskFacts {
  Origin::Pointer origin;           // null: nothing comes before
  model::Position from_origin = 0;  // so many of its first steps are the task's
  Run needed = {0, 0};              // then come these steps of it,
  std::vector<Run> also_needed;     // and these,
  std::array<Step, 2> own = {};     // and these by themselves
  uint32_t own_count = 0;
  // Behind those of its origin that lie in the first steps. Another one has no head: kNone.
  Reversal reversal = {model::kNone, model::kNone};
  std::unique_ptr<Asleep> asleep;  // the same; null: nobody

  DerivedTask copy() const;
  bool has_reversal() const { return reversal.head != model::kNone; }
  void add_own(Step step) { own[own_count++] = step; }
  // Where it leaves its origin.
  model::Position departure() const { return has_reversal() ? reversal.begin : from_origin; }
  size_t step_count() const;
};

// A task in full, for its execution.
struct Task : TaskFacts {
  std::vector<Step> steps;  // then the default
  std::vector<Reversal> reversals;
  size_t settled = 0;  // so many of the first ones are, at least
  Asleep asleep;
  DerivedTask derived;  // the same as a difference

  void write(DerivedTask&& task);
};

// A task whose steps are nobody else's.
DerivedTask stand_alone(const Task& task);

// Tasks that remain, the newest ones last.
class TaskHeap {
 public:
  bool empty() const { return tasks_.empty(); }
  size_t size() const { return tasks_.size(); }
  size_t bytes() const { return tasks_.size() * sizeof(DerivedTask); }
  std::span<DerivedTask> all() { return tasks_; }
  std::span<const DerivedTask> all() const { return tasks_; }

  DerivedTask& add() { return tasks_.emplace_back(); }
  void put(DerivedTask&& task) { tasks_.push_back(std::move(task)); }
  // Into the memory of a task that is done.
  void take(Task& task) { task.write(take_derived()); }
  DerivedTask take_derived();
  // The newest ones go.
  void shorten(size_t size) { tasks_.erase(tasks_.begin() + static_cast<ptrdiff_t>(size), tasks_.end()); }
  // A task that was taken: it remains to be done, or is done.
  void put_back(Task& task) { tasks_.push_back(std::move(task.derived)); }
  void discard(Task& task);

  OriginStore& origins() { return origins_; }

  // The oldest ones have most behind them.
  std::vector<DerivedTask> take_older_half();

 private:
  std::vector<DerivedTask> tasks_;
  OriginStore origins_;
};

}  // namespace selvage::explore
