// What a search has done so far.
#pragma once

#include <cstdint>

namespace selvage::explore {

struct Counts {
  uint64_t executions = 0;
  uint64_t blocked = 0;      // ended because others cover what would have come
  uint64_t infeasible = 0;   // a reversal that the program could not follow
  uint64_t transitions = 0;  // taken for the first time
  uint64_t races = 0;

  Counts& operator+=(const Counts& other) {
    executions += other.executions;
    blocked += other.blocked;
    infeasible += other.infeasible;
    transitions += other.transitions;
    races += other.races;
    return *this;
  }
};

// Executions that are left, as far as soundings tell.
struct LeftRange {
  double least = 0, likely = 0, most = 0;
};

}  // namespace selvage::explore
