// Atomic blocks that begin with assumptions: where one of these would fail, the thread waits before the block
// (docs/assumptions.md).
//
// Between the beginning of such a block and the last of its assumptions there is nothing but reading, as the
// instrumentation has made sure. So the program itself is asked: it runs ahead from the beginning of the block
// (look_ahead.h) until an assumption fails, or until it comes to something else.
#pragma once

#include <stdint.h>

#include "runtime/host.h"
#include "runtime/model.h"
#include "runtime/sharing.h"

namespace selvage::runtime {

// Whether there is waiting for assumptions at all: not where the search has given way to strategy source, which would have to
// know of every waiting thread what it waits for.
inline bool awaits_assumptions() {
  const Configuration& configuration = host().configuration;
  return configuration.awaited_assumptions && exploring() && configuration.fair && !is_shared(kThreadsSignal);
}

// The block that the thread enters next begins with assumptions, and is to wait for them.
bool assumes_next(const Thread& self);
// It is inside a block already, and waits for nothing.
void forget_assumed(Thread& self);
// It has entered the block: all that its assumptions may read counts as read, so that it does the same in every execution.
void record_assumed_reads(Thread& self);

// Announces the beginning of such a block. True: the program runs ahead, and nothing is entered.
bool announce_assuming_block(Thread& self, uint64_t section);

// In the present state its assumptions fail, and somebody else can go on.
bool waits_for_assumptions(const Thread& t);

// A thread stands at an assumption that has failed, or that fails as long as nothing changes: it never goes on, and an execution
// that comes to no other end does not count.
bool stopped_by_assumption();

// Looks again at all threads that are before such a block.
void look_at_assumptions(void (*evaluate)(Thread& t));
// Nobody else can go on, or is to: those that wait go on as well, to where the execution ends. False: nobody waits.
bool give_up_assumptions(void (*evaluate)(Thread& t));
// A thread that was interrupted before its block does not wait for its assumptions any more.
void forget_assumptions(Thread& t);

}  // namespace selvage::runtime
