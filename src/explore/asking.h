// Makes schedules out of pending branches: the steps that lead there, and who sleeps on the way.
//
// The schedule of a branch is certain as soon as it is known what the branches to its left begin with, for those threads
// are asleep when it is run. So branches can be executed long before their turn, many in one batch.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "explore/node.h"
#include "explore/target.h"
#include "model/path.h"

namespace selvage::explore {

// A schedule to be executed, and the branch that it belongs to.
struct Job {
  Pending* branch = nullptr;
  Request request;
};

class Asking {
 public:
  explicit Asking(bool uses_sleep_sets) : uses_sleep_sets_(uses_sleep_sets) {}

  void lead_along(const model::Path& path);
  // The way to the node after these steps of it, no further than the last one asked about; nobody is asleep there yet.
  void lead_to(size_t depth);
  // Of no effect without sleep sets.
  void put_to_sleep(std::span<const Footprint> footprints) { put_to_sleep(footprints.front(), footprints.subspan(1)); }

  void ask(Pending& branch, Job& job) const;
  // Asks for branches that nobody has asked for, in order, as far as what lies to their left is known and there is room.
  // Returns how many.
  size_t ask(std::span<Pending> branches, std::span<Job> jobs);

 private:
  void put_to_sleep(const Footprint& head, std::span<const Footprint> inner);
  bool put_first_step_to_sleep(const Execution& execution);

  bool uses_sleep_sets_;
  std::vector<Step> steps_;
  std::vector<Sleeper> sleeping_;
  std::vector<Footprint> footprints_;  // of those
};

}  // namespace selvage::explore
