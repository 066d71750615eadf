// What remains to be executed of a search by cost: departures from executions, the cheapest first.
//
// A long execution of many threads can be departed from in thousands of ways, of which most have to wait. So each is not
// kept for itself: kept is, for each state that was new, who could have gone on in it; and when its turn comes, what that
// means is made out place by place.
#pragma once

#include <atomic>
#include <cstdint>
#include <deque>
#include <map>
#include <memory>
#include <span>
#include <vector>

#include "explore/saved.h"
#include "explore/target.h"

namespace selvage::explore {

// What a search pays for:
enum class Measure : uint8_t {
  Preemptions,  // taking a thread's turn away although it could go on costs one
  Delays,  // of those that can go on, each that is passed over costs one: the policy's thread, then the others by number
};

// An execution, and where in it there are departures.
class Origin {
 public:
  struct Place {
    uint64_t hash;            // of the steps before it, as the program went through them
    uint16_t alternatives;    // of the step that was taken
    bool others = false;      // could have gone on, and that is new
    bool takes_away = false;  // who went before could have gone on, too
  };

  Origin(std::vector<Step> steps, size_t begin, unsigned enabled_words)
      : steps_(std::move(steps)), begin_(static_cast<uint32_t>(begin)), words_(enabled_words) {}

  // The next one, from `begin` on; behind the last step there may be one more.
  void add(const Place& place, std::span<const uint64_t> enabled);
  // Nothing departs from here on.
  void cut(uint32_t end);

  std::span<const Step> steps() const { return steps_; }
  uint32_t begin() const { return begin_; }
  uint32_t end() const { return begin_ + static_cast<uint32_t>(places_.size()); }
  const Place& operator[](uint32_t position) const { return places_[position - begin_]; }
  size_t bytes() const;

  // Calls function(step, is_first_alternative, cost) for each, in order.
  template <typename Function>
  void for_each_departure(uint32_t position, Measure measure, Function&& function) const;

  void save(SavedWriter& writer) const;
  static std::unique_ptr<Origin> restore(SavedReader& reader);

 private:
  bool could_go_on(uint32_t position, unsigned thread) const {
    return enabled_[size_t{position - begin_} * words_ + thread / 64] >> (thread % 64) & 1;
  }

  std::vector<Step> steps_;
  uint32_t begin_;
  unsigned words_;
  std::vector<Place> places_;
  std::vector<uint64_t> enabled_;
};

// The first `length` steps of an execution, and then another one.
struct Departure {
  std::shared_ptr<const Origin> origin;  // null: the very first execution, which departs from nothing
  uint32_t length = 0;
  Step step = {};
  bool is_first_alternative = false;  // of this thread's step, in this state

  uint64_t hash() const { return origin ? (*origin)[length].hash : 0; }
  std::vector<Step> steps() const;
};

// By cost, and at the same cost in the order in which they came.
class Departures {
 public:
  Departures(Measure measure, uint64_t most) : measure_(measure), most_(most) {}

  // The very first execution.
  void begin() { levels_[0].ready.emplace_back(); }
  // All from this execution, which has cost so much.
  void add(std::unique_ptr<Origin> origin, uint64_t cost);

  bool empty() const { return levels_.empty(); }
  uint64_t lowest_cost() const { return levels_.begin()->first; }
  size_t count_at_lowest() const { return levels_.begin()->second.count(); }
  // Of the lowest cost; which stays the lowest until it is given up.
  Departure take();
  void put_back(uint64_t cost, Departure&& departure) { levels_[cost].ready.push_front(std::move(departure)); }
  void give_up_lowest() { levels_.erase(levels_.begin()); }

  // That cost more than `most`.
  uint64_t left_out() const { return left_out_; }
  // Memory that all this takes, about.
  size_t bytes() const { return *bytes_; }

  void save(SavedWriter& writer) const;
  bool restore(SavedReader& reader);

 private:
  // Places of one origin with departures of one cost.
  struct Stretch {
    std::shared_ptr<const Origin> origin;
    uint32_t next, end;
    uint64_t base;  // cost of what comes before
  };
  struct Level {
    std::deque<Departure> ready;
    std::deque<Stretch> stretches;
    size_t waiting = 0;  // in the stretches
    size_t count() const { return ready.size() + waiting; }
  };

  std::shared_ptr<const Origin> kept(std::unique_ptr<Origin> origin);
  void make_out_next_place(uint64_t cost, Level& level);
  size_t count_of(const Stretch& stretch, uint64_t cost) const;

  Measure measure_;
  uint64_t most_;
  std::map<uint64_t, Level> levels_;
  uint64_t left_out_ = 0;
  // Those who hold departures give them up at any time, and elsewhere.
  std::shared_ptr<std::atomic<size_t>> bytes_ = std::make_shared<std::atomic<size_t>>(0);
};

template <typename Function>
void Origin::for_each_departure(uint32_t position, Measure measure, Function&& function) const {
  const Place& place = (*this)[position];
  // Behind the end nobody was chosen, so that going on costs nothing.
  bool is_end = position == steps_.size();
  if (!is_end)
    for (uint16_t other = 1; other < place.alternatives; ++other)
      function(Step{steps_[position].thread, other}, false, uint64_t{0});
  if (!place.others) return;
  uint64_t passed_over = 1;
  for (unsigned thread = 0; thread < words_ * 64; ++thread) {
    if (!could_go_on(position, thread) || (!is_end && thread == steps_[position].thread)) continue;
    bool went_before = position > 0 && steps_[position - 1].thread == thread;
    uint64_t cost = is_end ? 0 : measure == Measure::Delays ? passed_over++ : place.takes_away && !went_before;
    function(Step{static_cast<uint16_t>(thread), 0}, true, cost);
  }
}

}  // namespace selvage::explore
