// Scheduling points. A thread announces what it is about to do, the schedule decides who goes next, and the call
// returns when the announcing thread has been chosen; its event has then been recorded, and the caller performs
// the operation. Staying on the same thread costs no switch.
//
// How to write a modelled operation:
//   announce(Operation::MutexLock, mutex);   // returns when the mutex is free and this thread was chosen
//   object.held = true; ...                  // perform
//   state_changed(mutex);                    // others that wait for this object are looked at again
// and one line in enabledness.cpp that says in which states the announced operation can go on.
#pragma once

#include <stdint.h>

#include "contract/hooks.h"
#include "runtime/model.h"

namespace selvage::runtime {

// How many outcomes the pending operation of a thread has in the present state; 0: it is blocked.
unsigned alternatives(const Thread& thread);
// Only a signal would let it go on.
bool blocked_but_for_signals(const Thread& thread);
// Waits that a signal ends with EINTR; all others go on waiting.
bool interruptible(Operation operation);

struct Announcement {
  Operation operation;
  uint64_t object = 0;
  uint64_t value = 0;
  uint32_t size = 0;
  uint32_t detail = 0;
  uint64_t deadline = 0;
  uint8_t flags = 0;
};

// Returns the alternative chosen, or kInterrupted where a signal handler ran during an interruptible wait.
inline constexpr unsigned kInterrupted = ~0u;
// Of a thread that has come round: it goes on from the header as if it had not stood there.
inline constexpr unsigned kHeaderPassed = 1;
// What the current thread is about to do stands in its `pending` already.
unsigned announce_pending();
// The chosen thread's pending operation, within the step that it is in. Where few operations are points, a thread may go round
// a loop for ever in one; then the execution is cut off.
void record_event_in_step(const Thread& self);
// The same for a thread that is followed through its loops (loops.h).
unsigned announce_in_loop(const Announcement& announcement);
// A look at what the thread is going to read, before it reads the clock (polled_clock.h).
void announce_look(Thread& self, const Pending& look);
inline unsigned announce(const Announcement& announcement) {
  if (current_thread().follows_loops) [[unlikely]]
    return announce_in_loop(announcement);
  current_thread().pending = Pending{announcement.operation, announcement.flags, 0,
                                     announcement.size,      selvage_call_site,  announcement.detail,
                                     announcement.object,    announcement.value, announcement.deadline};
  return announce_pending();
}
inline unsigned announce(Operation operation, uint64_t object = 0, uint64_t value = 0, uint32_t size = 0) {
  return announce(Announcement{operation, object, value, size});
}
template <typename T>
inline unsigned announce(Operation operation, T* object, uint64_t value = 0) {
  return announce(Announcement{operation, reinterpret_cast<uint64_t>(object), value});
}

// Memory accesses bring their own site.
void announce_access(Operation operation, const void* address, uint32_t size, uint64_t value, uint32_t site,
                     uint8_t flags);

// The state of an object has changed: threads whose pending operation names it are looked at again.
void state_changed(uint64_t object);
template <typename T>
inline void state_changed(T* object) {
  state_changed(reinterpret_cast<uint64_t>(object));
}
// Every blocked thread is looked at again (descriptors, which one wait can name many of).
void any_state_changed();

// The event of the operation being performed: its outcome is filled in once known.
Event& current_event();
inline void mark_failed() { current_event().flags |= kEventFailed; }

// A thread came to life; its pending operation is ThreadBegin.
void thread_became_alive(Thread& thread);
// Runs a new thread up to its first operation, on behalf of the current one.
void start_at_once(Thread& thread);
// The current thread is over: hands control to another, never returns.
[[noreturn]] void leave_thread();

uint64_t next_random(uint64_t& state);

}  // namespace selvage::runtime
