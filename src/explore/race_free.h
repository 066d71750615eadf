// From where on an execution, and all others that begin like it up to there, can show no data race any more (the race-free
// subspaces of Wang, Yang, Gupta and Gopalakrishnan, ATVA 2009, Fig. 4 and 5). docs/pdp.md has the reasons, and says where
// this is stricter than the paper.
#pragma once

#include <compare>
#include <cstdint>
#include <span>
#include <vector>

#include "explore/foresight.h"
#include "model/lock_sets.h"
#include "model/path.h"

namespace selvage::explore {

class RaceFreeEnd {
 public:
  explicit RaceFreeEnd(const Foresight& foresight) : foresight_(foresight) {}

  // `path` is a whole execution in which every thread came to its end, `locks` go along with it. The first position found
  // such that the state before it has no race behind it; nothing before `from` is looked at.
  model::Position find(const model::Path& path, const model::LockSets& locks, model::Position from);

  // In the state before `position`: a thread's operations from there on, as far as they are the same in all executions that
  // begin alike (up to `steady_until`), and what it may do after that (null: nothing).
  struct Remaining {
    model::Position first = model::kNone;  // kNone: the thread has ended
    model::Position last = model::kNone;
    model::Position steady_until = model::kNone;  // kNone: all of them
    const Future* future = nullptr;
  };
  // What remains behind the position that find() returned may come before what is in front of it: names the positions where
  // it asks for another thread, and threads that would do, to `take`, until that returns true for one; in vain if none does.
  // This is what the search would have been told by the executions that are left out (Fig. 7, for all that they may do).
  template <typename Take>
  void for_each_overtaking(Take&& take);

 private:
  struct Access {
    model::Position position;
    bool reads, writes, is_atomic;
    uint64_t begin, end;
  };
  struct Touch {
    uint64_t granule;
    uint32_t access;
    auto operator<=>(const Touch&) const = default;
  };

  void add_access(model::Position position, const Footprint& f);
  bool list_accesses();
  std::span<const Touch> touches_of(uint64_t granule) const;
  bool is_race_free(model::Position position);
  void collect(model::Position position);
  bool cut_threads();
  bool cut(Remaining& thread, model::Position position);
  bool is_steady(model::Position position) const;
  bool may_read_something_else(const Access& read) const;
  bool is_remaining(model::Position position) const;
  bool is_ordered(model::Position earlier, model::Position later) const;
  bool is_over_before(const Remaining& thread, model::Position position) const;
  bool observed_accesses_race(model::Position position);
  bool unobserved_accesses_race(model::Position position);
  bool note_possible_race(model::Position earlier, uint32_t site);
  bool may_race(uint32_t one, uint32_t other) const;
  bool is_plain() const;
  void find_overtaking();
  void find_last_met(const Remaining& thread, model::Position observed);
  void find_met(const Remaining& thread, uint32_t site, bool is_mutex);
  void note_overtaking(const Remaining& thread, model::Position overtaken);

  const Foresight& foresight_;
  const model::Path* path_ = nullptr;
  const model::LockSets* locks_ = nullptr;
  std::vector<Remaining> remaining_;
  std::vector<Access> accesses_;  // of the whole path, in order
  std::vector<Touch> touches_;    // by granule, and in order
  // The one pair of places that may race across the position.
  uint32_t racing_[2] = {0, 0};
  bool has_inner_accesses_ = false;  // whose sites are not known
  model::Position end_ = 0;
  // Up to here the last answer stays the same.
  model::Position obstacle_ = 0;
  struct Overtaking {
    model::Position overtaken;
    uint16_t thread;
    model::Position known;  // what the thread did last, or what created it; kNone: neither
    auto operator<=>(const Overtaking&) const = default;
  };
  std::vector<Overtaking> overtaking_;
};

template <typename Take>
void RaceFreeEnd::for_each_overtaking(Take&& take) {
  find_overtaking();
  for (const Overtaking& asked : overtaking_) {
    bool is_done = take(asked.overtaken, asked.thread);
    for (model::Position k = asked.overtaken + 1; !is_done && k < end_; k++)
      is_done = asked.known != model::kNone && path_->happens_before(k, asked.known) &&
                take(asked.overtaken, path_->thread(k));
    for (unsigned thread = 0; !is_done && thread < path_->clock_width(); thread++)
      take(asked.overtaken, static_cast<uint16_t>(thread));
  }
}

}  // namespace selvage::explore
