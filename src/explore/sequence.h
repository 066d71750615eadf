// Sequences of steps that lead to something new: what remains of an execution when a race in it is turned round.
//
// Two forms. RaceSequence refers to the path on which the race was found and costs next to nothing: most races turn out
// to be covered already. WakeupSequence stands on its own and can be kept, handed to another thread, and taken apart.
#pragma once

#include <cstdint>
#include <vector>

#include "explore/branch.h"
#include "model/path.h"

namespace selvage::explore {

class WakeupSequence;

// A sequence of transitions of a path, in its order, that would be run from the node before race.first: what does not
// happen after the race's first transition, then its second one.
class RaceSequence {
 public:
  RaceSequence(const model::Path& path, const model::Race& race, std::vector<model::Position>& room);

  // Whether the sequence is equivalent to one that begins with `branch` (a weak initial). `whole_thread`: the branch
  // stands for all alternatives of its thread.
  bool can_begin_with(const Branch& branch, bool whole_thread) const;
  // Threads whose first step in the sequence depends on nothing before it.
  void initials(std::vector<uint16_t>& result) const;
  void detach(WakeupSequence& result) const;

 private:
  bool precedes(size_t earlier, size_t later) const;
  bool is_independent(size_t index) const;

  const model::Path& path_;
  const model::Race& race_;
  const std::vector<model::Position>& positions_;
};

class WakeupSequence {
 public:
  void clear(size_t length);
  void set(size_t index, uint16_t thread, uint16_t alternative, std::span<const Footprint> footprints);
  void set_before(size_t earlier, size_t later) { before_[later * words_ + earlier / 64] |= bit(earlier); }

  // The last step will have this event flag.
  void mark_last(uint8_t flag);

  size_t length() const { return steps_.size(); }
  const Branch& operator[](size_t index) const { return steps_[index]; }
  bool is_left(size_t index) const { return !(taken_[index / 64] & bit(index)); }
  bool is_before(size_t earlier, size_t later) const { return before_[later * words_ + earlier / 64] & bit(earlier); }
  bool empty() const { return left_ == 0; }

  bool can_begin_with(const Branch& branch) const;
  // Takes out the first step of a thread, if there is one.
  void take(uint16_t thread);
  // Puts everything back.
  void restore();

 private:
  static uint64_t bit(size_t index) { return uint64_t{1} << (index % 64); }
  bool is_independent(size_t index) const;

  std::vector<Branch> steps_;
  std::vector<uint64_t> before_;  // one row of bits per step: those that must come before it
  std::vector<uint64_t> taken_;
  size_t words_ = 1;
  size_t left_ = 0;
};

}  // namespace selvage::explore
