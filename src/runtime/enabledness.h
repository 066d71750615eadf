// In which states a pending operation can go on. One function per blocking operation, implemented beside the
// primitive; the table that joins them is in enabledness.cpp. Each returns how many outcomes there are, 0: blocked.
#pragma once

#include "runtime/model.h"

namespace selvage::runtime {

// A timed wait may end by its deadline in the present state.
bool may_time_out(const Thread& thread);
// How many ways there are for a wait that nobody has ended to end all the same: by its deadline, spuriously, or either.
unsigned ends_by_itself(const Thread& thread);
// The current thread's wait has ended by itself, in this way: it timed out.
bool has_timed_out(unsigned alternative);
// A cancellation is due at this operation: those that POSIX makes cancellation points and that hold nothing while
// they wait, and all where the cancellation is asynchronous.
bool cancellation_ends_wait(const Thread& thread);

// An attempt that does not wait, of the kinds that may_attempt_in_loop() knows: the object is taken in the present state.
bool is_in_vain(Thread& thread, Operation attempt, uint64_t object);

unsigned mutex_outcomes(const Thread& thread);
unsigned spinlock_outcomes(const Thread& thread);
unsigned rwlock_read_outcomes(const Thread& thread);
unsigned rwlock_write_outcomes(const Thread& thread);
unsigned cond_wake_outcomes(const Thread& thread);
unsigned cond_signal_outcomes(const Thread& thread);
unsigned semaphore_outcomes(const Thread& thread);
unsigned barrier_leave_outcomes(const Thread& thread);
unsigned once_outcomes(const Thread& thread);
unsigned futex_resume_outcomes(const Thread& thread);
unsigned futex_wake_outcomes(const Thread& thread);
unsigned signal_wait_outcomes(const Thread& thread);
unsigned kill_outcomes(const Thread& thread);
unsigned channel_read_outcomes(const Thread& thread);
unsigned channel_write_outcomes(const Thread& thread);
unsigned channel_poll_outcomes(const Thread& thread);
unsigned stream_lock_outcomes(const Thread& thread);
unsigned atomic_block_outcomes(const Thread& thread);
unsigned exit_outcomes(const Thread& thread);

}  // namespace selvage::runtime
