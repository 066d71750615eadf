// Looks at interleavings from the smallest on until one shows the finding: then there is no smaller one.
//
// Begins with what the policy does by itself and departs from it step by step, those departures first that need the fewest
// preemptions and switches (after Musuvathi and Qadeer: Iterative Context Bounding for Systematic Testing of Multithreaded
// Programs, 2007; here by switches too, and each state with the same thread on its turn is gone on from once only, where
// two sequences lead to the same state if they have the same happens-before).
#pragma once

#include <cstdint>
#include <memory>
#include <queue>
#include <unordered_map>
#include <vector>

#include "minimise/trials.h"

namespace selvage::minimise {

class SmallestFirst {
 public:
  explicit SmallestFirst(Trials& trials) : trials_(trials) {}

  // True: none is smaller than the smallest that the trials have seen. False: the time or the memory did not suffice.
  bool run();

 private:
  using Schedule = std::vector<Step>;

  // A departure from an execution: its first `length` steps, and then another one.
  struct Branch {
    std::shared_ptr<const Schedule> execution;
    size_t length;
    Step step;
    Size size;
    bool is_first_alternative;  // of this thread's step, in this state
    uint64_t number;
  };
  struct Later {
    bool operator()(const Branch& a, const Branch& b) const;
  };

  void start_over();
  void take_batch();
  void expand(const Branch& branch, const Trial& trial);
  void add(Branch branch);
  bool is_new(uint64_t state, const Size& size);
  bool is_too_large(const Size& size) const { return trials_.best() && size >= trials_.best()->size; }

  Trials& trials_;
  std::priority_queue<Branch, std::vector<Branch>, Later> branches_;
  std::unordered_map<uint64_t, Size> states_;
  uint64_t added_ = 0;
  size_t kept_steps_ = 0;
  bool complete_ = true;
  std::vector<Branch> batch_;
  std::vector<Schedule> schedules_;
};

}  // namespace selvage::minimise
