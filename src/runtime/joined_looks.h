// A look at a place in memory and the update of it that comes next, in a loop that is gone round where the update fails:
//
//   while (atomic_load(&lock) || atomic_exchange(&lock, 1)) continue;
//
// The thread does both in one step, if there is nothing between them that others could notice. Whoever changes the place
// in between could as well have done so before the look, provided that the update then only leads back to the header of
// the loop (docs/spinning.md). Whether it does is asked of the program for all values that the place has had: where one is
// found for which it does more, the search starts over with two steps (kLooksMatter in contract/channel.h).
#pragma once

#include "runtime/model.h"

namespace selvage::runtime {

// The thread goes on, or the execution ends. What would have come of looks at what was there before?
void check_joined_looks(Thread& t);

}  // namespace selvage::runtime
