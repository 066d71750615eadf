// Makes schedules out of pending branches: the steps that lead there, and who sleeps on the way.
//
// The schedule of a leaf is certain as soon as it is known what the first steps of the branches to its left touch, for
// those are asleep when it is run. So leaves can be executed long before their turn, many in one batch.
#pragma once

#include <cstdint>
#include <deque>
#include <span>
#include <utility>
#include <vector>

#include "explore/node.h"
#include "explore/target.h"
#include "model/path.h"

namespace selvage::explore {

// A schedule to be executed, and the leaf that it belongs to.
struct Job {
  WakeupNode* leaf = nullptr;
  Request request;
};

WakeupNode& first_leaf(WakeupNode& node);

class Asking {
 public:
  Asking(bool uses_sleep_sets) : uses_sleep_sets_(uses_sleep_sets) {}

  // The way to the node after these steps of the path; nobody asleep yet.
  void lead_along(const model::Path& path);
  void lead_to(size_t depth);

  void put_to_sleep(const Branch& branch);
  // The step that the path takes from the node.
  void put_present_to_sleep(const model::Path& path);
  // What the first step of a branch will touch; false: that is not known yet, or there are other outcomes of it.
  bool put_first_step_to_sleep(WakeupNode& node);

  // The schedule without a step.
  static void ask_for_first(WakeupNode& leaf, Job& job);
  // Asks for leaves of the forest that nobody has asked for, in order, at most as many as there is room for. Returns
  // how many.
  size_t ask(WakeupForest& forest, std::span<Job> jobs);
  // The same for a branch alone.
  size_t ask(WakeupNode& node, std::span<Job> jobs);

 private:
  void write(Request& request) const;

  bool uses_sleep_sets_;
  size_t known_ = 0;  // steps that need not be reported
  std::vector<Step> steps_;
  std::vector<std::pair<const Branch*, uint32_t>> sleepers_;  // each with the step that it is asleep from
  std::deque<Branch> first_steps_;                            // of branches to the left
};

}  // namespace selvage::explore
