// How many executions a search has before it: soundings from the tasks that remain, in a small part of its time. They start
// where the search stands, so that the error is one of what is left, not of the whole.
#pragma once

#include <chrono>
#include <cstdint>
#include <memory>
#include <optional>
#include <random>
#include <span>

#include "explore/counts.h"
#include "explore/course.h"
#include "explore/search.h"
#include "explore/shared_soundings.h"
#include "explore/sounding.h"
#include "explore/task_pool.h"
#include "explore/team.h"

namespace selvage::explore {

class TaskWorker;

class Outlook {
 public:
  // Executes on the same target as the worker whose equipment it is.
  Outlook(Target& target, const Equipment& equipment, SharedSoundings& shared, unsigned number);
  ~Outlook();

  // Sounds for so long. `done`: executions that the worker has taken in; `length`: of the last one.
  void advance(std::span<const DerivedTask> tasks, uint64_t done, size_t length, std::chrono::nanoseconds time);
  // What is left of the whole search, which the first worker tells; nothing: not known.
  std::optional<LeftRange> left() const;

 private:
  // False: it is over.
  bool step();

  SharedSoundings& shared_;
  unsigned number_;
  TaskPool pool_;
  Course course_;
  const Course& search_;  // that it belongs to
  std::unique_ptr<Observer> blind_;
  std::unique_ptr<TaskWorker> worker_;
  std::mt19937_64 random_;
  std::optional<Sounding> sounding_;
  uint64_t begun_ = 0;  // executions that were done at the beginning of the sounding
};

}  // namespace selvage::explore
