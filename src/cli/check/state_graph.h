// The states of a program, one by one and each once: for temporal properties of programs whose threads run for ever.
//
// States are told apart by a hash that the program computes (kEveryState in contract/channel.h). From each state every
// thread that can go on is let take one step. No reduction is used but that a thread waits where going on would only bring it
// round a loop with nothing changed (docs/spinning.md).
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "contract/channel.h"
#include "ltl/system.h"
#include "target/program_target.h"

namespace selvage::cli {

struct StateGraph {
  ltl::System system;
  std::vector<Outcome> outcomes;  // of each node: how the execution that met it first ended
  uint64_t steps = 0;             // that were executed to get from a state to the next
  uint64_t restarts = 0;
  bool is_complete = true;      // false: ended by a limit
  bool has_cuts = false;        // executions were cut off: there are states that were not looked at
  std::string unmodelled = {};  // why the program cannot be followed
  std::vector<SharedLocation> shared;
};

// `shared` is what the table of shared locations begins with. `go_on` is asked now and then, with the number of states.
StateGraph explore_states(target::ProgramTarget& program, std::vector<SharedLocation> shared,
                          const std::function<bool(size_t)>& go_on);

}  // namespace selvage::cli
