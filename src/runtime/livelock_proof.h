// A livelock is shown by going round: the steps that brought threads back are executed again and again, and the state has
// to be the same after each round. Done where an execution is repeated for its own sake (kShowLivelock).
#pragma once

#include "contract/channel.h"
#include "runtime/model.h"

namespace selvage::runtime {

// The present state is one that is_livelock() (livelock.h) holds in.
void begin_to_show_livelock(void (*evaluate)(Thread& t));
// Who goes next; ends the execution after the last round.
Step next_step_of_livelock(void (*evaluate)(Thread& t));

}  // namespace selvage::runtime
