// Bases: states in the middle of an execution that several schedules of a batch go through (see Schedule). The first of
// them keeps the state, and those that follow begin there. Bases lie above the root, each further on the way of the same
// execution than the one below. Where there is no root there are none, and every schedule starts from the beginning.
//
// Nothing of what is left out would be in the record but the hash of the steps: a schedule asks for no base behind what
// its record leaves out. Nothing outside memory has changed at a base either, as at the root.
#pragma once

#include "contract/channel.h"

namespace selvage::runtime {

// From the host: the execution stands at the root.
void begin_bases();
// What the schedule wants kept; at the beginning of its execution. With a root, the execution goes on from
// there, or from the base that memory is at.
void begin_at_base(const Schedule& schedule);
// In decide(): hands control to the host, which keeps the base; returns once per execution.
void stand_at_base();
// From the host.
void keep_base();
// After an execution: memory as `next` wants to find it; null: as at the root. `thorough`: also where nothing can have
// changed, unless the program wrote where it has no business.
void return_to_base(const Schedule* next, bool thorough);

}  // namespace selvage::runtime
