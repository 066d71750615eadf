// One walk through the tree of what is derived from what, in which an execution stands for those that are like it
// (explore/estimate.h says how, and why).
#pragma once

#include <cstdint>
#include <map>
#include <random>
#include <span>
#include <vector>

#include "explore/task.h"

namespace selvage::explore {

// Of tasks that are alike, one.
struct DrawnTask {
  DerivedTask task;
  double weight = 0;  // executions that it stands for
};

class Sounding {
 public:
  // Departures that are so far apart are alike.
  explicit Sounding(std::mt19937_64& random, uint32_t grain = 1) : random_(random), grain_(grain) {}

  // From the very beginning; or from these tasks, which remain to be done.
  void begin() { waiting_.try_emplace(Stratum{0, 0, 0, 0}).first->second.weight = 1; }
  void begin(std::vector<DrawnTask>&& tasks);
  // From what remains to be done; others may have what is drawn.
  static std::vector<DrawnTask> draw(std::span<const DerivedTask> tasks, std::mt19937_64& random, uint32_t grain);
  bool is_over() const { return waiting_.empty(); }
  double size() const { return size_; }
  // Executions that are derived but not done, as far as they are known.
  double known_size() const;

  // Up to so many that can be executed together, as none of them is derived from another. Their weight is the number of
  // executions that each stands for.
  std::vector<DerivedTask> take(size_t most);
  // What is left when those have been executed: what was derived from them, and those that were not executed after all.
  void put(std::vector<DerivedTask>&& tasks);

 private:
  // Executions that are taken to be alike, in the order in which they are gone through: parents come before children.
  struct Stratum {
    uint32_t level;
    uint32_t departure;
    uint32_t thread;  // that goes first there
    uint32_t needed;  // steps before that, which it needs
    auto operator<=>(const Stratum&) const = default;
  };
  using Representative = DrawnTask;

  void add(DerivedTask&& task, double weight);
  static Stratum stratum_of(const DerivedTask& task, uint32_t grain);
  Stratum stratum_of(const DerivedTask& task) const { return stratum_of(task, grain_); }

  std::mt19937_64& random_;
  uint32_t grain_;
  std::map<Stratum, Representative> waiting_;
  uint32_t level_ = 0;  // of those that were taken last
  double size_ = 0;
};

// Mean and standard error of what soundings came to.
struct SoundingSums {
  uint64_t count = 0;
  double sum = 0, sum_of_squares = 0;

  void add(double size);
  double mean() const { return count == 0 ? 0 : sum / static_cast<double>(count); }
  double error() const;  // infinite where it is not known
};

}  // namespace selvage::explore
