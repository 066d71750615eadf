// Every interleaving of a program, with nothing of src/explore but the interface to the target.
//
// The program's end comes when nothing else can go on, as in a search. And where nothing in the program looks at them,
// creating, beginning, ending and joining threads come as soon as they can: these depend on nothing but each other, so
// every equivalence class has an interleaving of that form, and the many others would only make programs too large.
#pragma once

#include <cstdint>
#include <functional>

#include "explore/target.h"
#include "observation.h"

namespace selvage::fuzz {

struct BruteForce {
  bool lifecycle_first = false;
  uint64_t most_executions = 0;
};

// False: there are more.
bool run_all_interleavings(explore::Target& target, const BruteForce& options,
                           const std::function<ThreadNames()>& names, Observation& observation);

}  // namespace selvage::fuzz
