// How many executions a worker has before it: soundings from the tasks that remain, in a small part of its time. They start
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
#include "explore/sounding.h"
#include "explore/task_pool.h"
#include "explore/team.h"

namespace selvage::explore {

class TaskWorker;

// The size of a search from soundings at different times: each counts by how much was left when it was made, as the later
// ones err by less.
class WeightedSize {
 public:
  // A sounding came to `left` when so many executions had been done.
  void add(double done, double left);
  std::optional<LeftRange> left(double done) const;

 private:
  double mean() const { return sum_ / weights_; }
  double error() const;  // standard error of the mean

  uint64_t count_ = 0;
  double weights_ = 0, squared_weights_ = 0, sum_ = 0, sum_of_squares_ = 0;
};

class Outlook {
 public:
  // Executes on the same target as the worker whose equipment it is.
  Outlook(Target& target, const Equipment& equipment);
  ~Outlook();

  // Sounds for so long. `done`: executions that the worker has taken in; `length`: of the last one.
  void advance(std::span<const DerivedTask> tasks, uint64_t done, size_t length, std::chrono::nanoseconds time);
  // What is left when `done` have been taken in; nothing: not known.
  std::optional<LeftRange> left(uint64_t done) const { return size_.left(static_cast<double>(done)); }

 private:
  // False: it is over.
  bool step();

  TaskPool pool_;
  Course course_;
  const Course& search_;  // that it belongs to
  std::unique_ptr<Observer> blind_;
  std::unique_ptr<TaskWorker> worker_;
  std::mt19937_64 random_;
  std::optional<Sounding> sounding_;
  uint64_t begun_ = 0;  // executions that were done at the beginning of the sounding
  WeightedSize size_;
};

}  // namespace selvage::explore
