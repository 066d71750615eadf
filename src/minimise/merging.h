// Makes a counterexample smaller by small changes: a thread goes on for longer, comes later, or is left out from some point
// on. For interleavings that are too long to look at all smaller ones.
#pragma once

#include "minimise/trials.h"

namespace selvage::minimise {

// Changes the smallest one as long as that helps and time is left.
void merge_turns(Trials& trials);

}  // namespace selvage::minimise
