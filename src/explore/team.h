// The workers of a search and what they share, whatever the algorithm. Search drives them.
#pragma once

#include <chrono>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "explore/counts.h"
#include "explore/order_counts.h"
#include "explore/target.h"

namespace selvage::explore {

class Course;
class Commuting;
class Guards;
class Sections;
class Observer;

// One target, and what is explored with it.
class Worker {
 public:
  virtual ~Worker() = default;
  // Under the team's lock: gets work if it has none, gives some away if others want it.
  virtual void supply(bool others_want_work) = 0;
  // Whether what it did may be of use to others who are out of work, since the last call.
  virtual bool has_fed_others() = 0;
  virtual bool has_work() const = 0;
  // Executes what comes next and takes it in, as far as the search goes. False: the target was interrupted.
  virtual bool run_batch() = 0;

  virtual Counts counts() const = 0;
  // Of the whole search, an estimate.
  virtual double share_done() const = 0;
  // Looks how much is left, for so long; and what that came to. Nothing: not known.
  virtual void look_ahead(std::chrono::nanoseconds /*time*/) {}
  virtual std::optional<LeftRange> left() const { return std::nullopt; }
  // Executions of any kind that were taken in.
  virtual uint64_t done() const { return counts().executions; }
  // Which orders it called for; null: that is not counted.
  virtual const OrderCounts* orders() const { return nullptr; }
  // Hands what its observers have seen to the one that they were split from.
  virtual void join_observers() = 0;
};

// What of a search is done, for when it goes on another time.
struct SavedSums {
  Counts counts;
  double share_done = 0;
};

class Team {
 public:
  virtual ~Team() = default;
  virtual size_t size() const = 0;
  virtual Worker& worker(size_t index) = 0;
  // From the very beginning.
  virtual void begin() = 0;

  virtual std::unique_lock<std::mutex> lock() = 0;
  // Under the lock: whether there is something that a worker without work can take; and whether anything is left at all.
  virtual bool has_ready() = 0;
  virtual bool has_pending() const = 0;

  // What is left, as bytes; and back, into a team that has not begun. Nobody works meanwhile. False: these are no such
  // bytes.
  virtual std::string save(const SavedSums& sums) const = 0;
  virtual bool restore(std::string_view bytes, SavedSums& sums) = 0;
};

// What a team is made of.
struct Equipment {
  std::span<Target* const> targets;
  size_t batch;
  Course& course;
  Observer& observer;
  const Guards* guards = nullptr;        // null: critical sections are not looked at
  Sections* sections = nullptr;          // null: nor watched
  const Commuting* commuting = nullptr;  // null: nothing is known about operations that commute
  bool predicts = false;                 // what follows from another execution is not executed
  bool ends_for_good = false;            // nobody goes on where a limit ends the search
  bool learns = true;                    // what sections do is noted, for the whole search to start over with
};

}  // namespace selvage::explore
