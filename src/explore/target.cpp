#include "explore/target.h"

namespace selvage::explore {

void Execution::clear() {
  outcome = Outcome::Completed;
  defect = Defect::None;
  end_thread = 0;
  end_site = 0;
  threads_stuck = false;
  end_identity = 0;
  end = {};
  steps.clear();
  inner_end.clear();
  inner.clear();
  enabled.clear();
  enabled_words = 1;
  unfinished.clear();
  known = 0;
  prefix_hash = 0;
  found.clear();
}

bool ends_early(Outcome outcome) {
  switch (outcome) {
    case Outcome::Assertion:
    case Outcome::Abort:
    case Outcome::Crash:
    case Outcome::Misuse:
    case Outcome::MemoryError:
    case Outcome::Killed:
    case Outcome::Stuck:
      return true;
    default:
      return false;
  }
}

}  // namespace selvage::explore
