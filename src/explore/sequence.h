// What remains of an execution when a race in it is turned round: a sequence of steps that leads to something new.
#pragma once

#include <cstdint>
#include <vector>

#include "explore/branch.h"
#include "model/path.h"

namespace selvage::explore {

// Transitions of a path, in its order, that would be run from the node before the race's first transition: what does not
// happen after that one, then the race's second. It refers to the path and is worked out in place: most races turn out to
// be covered already.
class RaceSequence {
 public:
  static constexpr int32_t kBegins = -1;

  // Until the path changes.
  void assign(const model::Path& path, const model::Race& race);

  // kBegins: what is left of the sequence is equivalent to a sequence that begins with `branch` (a weak initial).
  // Otherwise the index of a step that speaks against it. `whole_thread`: the branch stands for all alternatives.
  int32_t objection_to(const Branch& branch, bool whole_thread) const;
  bool can_begin_with(const Branch& branch, bool whole_thread) const {
    return objection_to(branch, whole_thread) == kBegins;
  }
  // Takes out the first step of a thread, if there is one.
  void take(uint16_t thread);
  bool empty() const { return left_ == 0; }
  bool has(uint16_t thread) const { return thread < first_of_thread_.size() && first_of_thread_[thread] >= 0; }

  // Threads whose first step in the sequence depends on nothing before it.
  void initials(std::vector<uint16_t>& result) const;

  // Of what is left, the steps that `wanted` ones and the race's second transition need, in order.
  void needed_for(std::vector<int32_t>& wanted, std::vector<int32_t>& needed) const;
  Branch branch(int32_t index) const;

 private:
  int32_t last() const { return static_cast<int32_t>(positions_.size() - 1); }
  const uint32_t* clock(int32_t index) const {
    return index == last() ? path_->clock_of_second(race_) : path_->clock(positions_[static_cast<size_t>(index)]);
  }
  bool is_independent(int32_t index) const;

  const model::Path* path_ = nullptr;
  model::Race race_{};
  std::vector<model::Position> positions_;
  std::vector<uint8_t> taken_;
  std::vector<int32_t> next_of_thread_;   // per step: the thread's next one
  std::vector<int32_t> first_of_thread_;  // per thread: its first step that is left, or -1
  std::vector<uint16_t> threads_;         // that have steps in it
  std::vector<uint32_t> first_clock_;     // per thread: what a clock says at least if it comes after that step
  model::Marks marks_;                    // of all steps
  size_t left_ = 0;
  mutable std::vector<uint32_t> wanted_clock_;  // scratch
};

}  // namespace selvage::explore
