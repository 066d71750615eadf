// What looping programs show that is not solved yet: the one place where the tests are told to ask for less.
#pragma once

#include "state_space.h"

namespace selvage::fuzz::loops {

// Whether a race has to be found.
bool certainly_races(const StateSpace& space);

// Whether the livelocks of the state space have to be found.
bool certainly_livelocks(const StateSpace& space);

}  // namespace selvage::fuzz::loops
