#include "open_problems.h"

namespace selvage::fuzz::loops {

std::string_view open_problem(const StateSpace& space) {
  if (space.rounds_change_thread)
    return "loops that count for ever are cut off, where that depends on what is known to be shared";
  if (space.rounds_time_out) return "a livelock of waits that time out is not met in every order";
  return "";
}

// The last access of a round of several that a thread waits in is not executed as long as it waits, and perhaps never:
//   loop load.0.0 break.0.1 load.0.1 break.0.1 end | write.1.0 store.0.1
// The thread has looked at the first variable, and stands before the second. The plain write races with that. Going round
// once, as with plain accesses, would show it, but costs three times as many executions (Peterson: 12 instead of 4). What
// a thread waits in at the end of an execution should be compared with what others did, without being executed. The same
// holds for the only access of a round in which a thread waits for ever; then there is a livelock to report as well.
bool certainly_races(const StateSpace& space) {
  if (space.races) return true;
  return (space.waits_race || space.plain_looks_race) && space.weakly_fair_livelocks.empty();
}

// Whoever waits by looking again and again counts as waiting: it is taken to look when there is something to be seen. Where
// others change memory in every round and change it back, the state space has livelocks in which it looks only at the wrong
// moments:
//   loop loop write.1.1 load.2.1 break.2.1 end store.1.0 end | loop load.2.1 breaknot.2.0 end
bool certainly_livelocks(const StateSpace& space) { return !space.rounds_change_memory; }

}  // namespace selvage::fuzz::loops
