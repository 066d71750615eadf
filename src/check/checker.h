// Turns executions into findings: how they ended, what their operations say of themselves, and data races.
// Every distinct finding is reported once.
#pragma once

#include <cstdint>
#include <unordered_map>
#include <vector>

#include "check/finding.h"
#include "check/race_detector.h"

namespace selvage::check {

// How an execution ended, as far as findings need it.
struct Ending {
  Outcome outcome = Outcome::Completed;
  Defect defect = Defect::None;
  uint16_t thread = 0;
  uint32_t site = 0;
  bool threads_stuck = false;               // others wait, and nobody is left who could let them go on
  uint64_t exit_identity = 0;               // of an exit status that is not allowed; 0: it is
  uint64_t identity = 0;                    // sites and call stack of the end; the same for the same way to end
  uint64_t objects = 0;                     // hash of what threads wait for, and of the call stack
  std::vector<WaitingAccess> waiting = {};  // what threads look at that wait in loops
  bool sees_all = true;  // all shared memory was known to be: else what orders two accesses may be missing
};

// Of the finding that an execution with this end is, if it is one.
uint64_t identity_of(const Ending& ending);

class Checker {
 public:
  // `tell_apart`: what happens to another object, or is called from elsewhere, is reported again.
  explicit Checker(PropertySet properties, bool tell_apart = false)
      : properties_(properties), tell_apart_(tell_apart) {}

  // The path's first `known` steps agree with those of the last call. New findings are appended, at most one of each
  // kind and identity (and object and call stack) over the life of the checker; a race once more when it is observed.
  void examine(const model::Path& path, size_t known, const Ending& ending, std::vector<Finding>& findings);
  // The next path has nothing in common with the last one; what was found stays found.
  void start_over();

 private:
  void find_misuse(const model::Path& path, size_t known, std::vector<Finding>& findings);
  void find_races(const model::Path& path, size_t known, const Ending& ending, std::vector<Finding>& findings);
  bool is_new(const Finding& finding);

  PropertySet properties_;
  bool tell_apart_;
  RaceDetector races_;
  bool fresh_ = true;                            // nothing of the next path is known
  std::unordered_map<uint64_t, bool> reported_;  // and whether it was observed
  std::vector<DataRace> found_races_;            // scratch
};

}  // namespace selvage::check
