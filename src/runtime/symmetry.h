// Threads that are alike: started by the same thread with the same function and the same argument, or with blocks of the same
// content (argument_blocks.h), without attributes, in a program none of whose threads can find out which one it is. They take their first steps in the order of their creation;
// docs/symmetry.md says why nothing is missed by that.
//
// What only executions can show is watched: whoever joins one of a group joins all of them before doing anything else. If that is
// not so, kThreadsToldApart is found, and the search starts over without groups.
#pragma once

#include "contract/channel.h"
#include "runtime/model.h"

namespace selvage::runtime {

// A thread has been created, and has not run yet.
void note_created(const Thread& creator, Thread& child);

// A thread has been created and has run up to its first operation.
void group_with_others(Thread& creator, Thread& child);

// A thread of a group takes its first step, which has been recorded.
void take_first_step(Thread& self);

// A thread has joined another.
void note_joined(Thread& joiner, Thread& joined, bool looks_at_result);

// A thread that has joined some of a group is about to do something else, or has done it.
void note_told_apart(const Thread& self);
inline void watch_joiner(const Thread& self, Operation operation) {
  if (self.groups_begun != 0 && operation != Operation::ThreadJoin) [[unlikely]]
    note_told_apart(self);
}

// Executions that end otherwise than by themselves do not show what those who wait for a group would do next.
void watch_joiners_at_end(Outcome outcome);

}  // namespace selvage::runtime
