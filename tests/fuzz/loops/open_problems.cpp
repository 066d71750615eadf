#include "open_problems.h"

namespace selvage::fuzz::loops {

// Where two threads wait for ever, each by an access that only leads back, neither is executed, and the two are not
// compared with each other:
//   add.0.0.1 loop read.2.0 break.2.0 end | loop exchange.2.0.1 break.2.0 end
// There is a livelock to report then.
bool certainly_races(const StateSpace& space) {
  return space.races || (space.loops_race && space.weakly_fair_livelocks.empty());
}

// Whoever waits by looking again and again counts as waiting: it is taken to look when there is something to be seen. Where
// others change memory in every round and change it back, the state space has livelocks in which it looks only at the wrong
// moments:
//   loop loop write.1.1 load.2.1 break.2.1 end store.1.0 end | loop load.2.1 breaknot.2.0 end
bool certainly_livelocks(const StateSpace& space) { return !space.rounds_change_memory; }

}  // namespace selvage::fuzz::loops
