// Threads that wait by going round a loop (docs/spinning.md).
//
// An access that would only bring its thread back to the header of a loop, with nothing changed, leaves no state that
// was not there before. It is not enabled, like a lock that is taken, until the value at its address lets it do more.
#pragma once

#include <stdint.h>

#include "runtime/look_ahead.h"
#include "runtime/model.h"

namespace selvage::runtime {

// The thread is about to announce an access to shared memory: whether it may turn out to be one to wait with.
bool may_wait_in_loop(const Thread& self, Operation operation, uint32_t size);
// The same for an attempt to take a lock; `object` is then the lock.
bool may_attempt_in_loop(const Thread& self, Operation operation, uint64_t address, Object*& object);

// Tells the explorer of a loop in which threads wait.
void note_waiting_loop(uint32_t site);

// The access has been announced, its context saved. Looks ahead, and sets waits_in_loop.
void look_ahead(Thread& t);
void stop_looking_ahead(Thread& t);
// Before a decision: for whom has the value at its address changed since the last look?
void look_ahead_again(void (*evaluate)(Thread& t));

// What the thread has announced an access to has not been freed.
bool looks_at_live_memory(const Thread& t);

// Of the last modifications of what a thread has announced an access to, newest first: before how many of them would it
// have waited? The search cannot have it go there. Between two modifications of one step, in an atomic block, nothing can
// go at all: before the first of them is what counts. A value of loop_wait in channel.h; 0: it never waits.
uint64_t loop_wait_of(Thread& t);

// What memory held before it was written, in the order of the writes of an execution. The list lies outside the snapshot:
// what an execution adds to what there was at a base (bases.h) stands behind it, and only the length has to be brought back.
struct RememberedWrite {
  uint64_t address;
  uint64_t before;
  uint32_t size;
  uint32_t step;  // of the execution
  uint16_t thread;
  bool known;  // what was there before
};
inline constexpr uint32_t kMaxRemembered = 1 << 16;  // once there are as many, nothing more is known
static_assert(kMaxRemembered * sizeof(RememberedWrite) <= kRememberedSize);
inline RememberedWrite* remembered() { return reinterpret_cast<RememberedWrite*>(kRemembered); }

// A write is about to be executed. What was there before is not kept of ranges and of blocks that are freed.
void remember_without_bytes(const Thread& self, uint64_t address, uint64_t size);
inline void remember_write(const Thread& self, const void* address, uint32_t size, uint64_t before) {
  if (!host().configuration.fair) return;
  if (uint32_t& count = model().remembered_count; count < kMaxRemembered)
    remembered()[count++] = RememberedWrite{reinterpret_cast<uint64_t>(address),      before,      size,
                                            static_cast<uint32_t>(host().step_index), self.number, true};
}

// Nobody can go on. Threads that wait in an iteration which began with looks that are out of date would go round once
// more and look again; another execution, in which they looked later, shows what becomes of that.
bool any_outdated();
// One such thread.
bool waits_with_outdated_looks(Thread& t);
// Lets those threads go round.
void release_outdated(void (*evaluate)(Thread& t));
// Lets one thread make the access or the attempt that it waits with.
void release_waiting(Thread& t, void (*evaluate)(Thread& t));
bool any_spinning();
// A thread that waits in a loop comes by a cancellation point when it goes round.
bool sleeps_in_loop(const Thread& t);
// The innermost loop that a thread is in; 0: none that is followed.
uint32_t loop_gone_round(const Thread& t);
// Where the loop is that a thread waits in; 0: it does not.
uint32_t loop_site(const Thread& t);

}  // namespace selvage::runtime
