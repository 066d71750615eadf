// An execution that remains to be done, and where it comes from. Nothing else is kept of the search.
#pragma once

#include <cstdint>
#include <vector>

#include "contract/channel.h"
#include "model/path.h"

namespace selvage::explore {

// A stretch of an execution that is not what the program does by default, but what a race in the parent execution called
// for: steps `begin` to `head`, of which the last one overtook the step that the default would have taken, and those before
// it are what it needs. Or an outcome of an operation other than its first one: `begin` and `head` are that step.
struct Reversal {
  model::Position begin;
  model::Position head;
  // The default's step comes here after all; kNone: not yet.
  model::Position resumed = model::kNone;
  uint16_t overtaken = kNobody;  // whose step that is; kNobody: another outcome

  static constexpr uint16_t kNobody = UINT16_MAX;
};

struct Task {
  std::vector<Step> steps;  // then the default
  std::vector<Reversal> reversals;
  // From here on, other outcomes of operations have not been seen to.
  model::Position fresh = 0;
  // The first steps are those of the parent execution; they lead through the same operations.
  model::Position inherited = 0;
  uint64_t inherited_hash = 0;
  double weight = 1;  // share of the whole search
  // Threads whose next step would end the execution at once, which others have seen to: they wait until something happens
  // that it depends on. Footprints as in Schedule.
  std::vector<Sleeper> sleeping;
  std::vector<Footprint> footprints;
};

}  // namespace selvage::explore
