// Signals that the program sends to itself: modelled, never handed to the kernel.
//
// A signal is delivered at a scheduling point of its receiver: the step in which the receiver is chosen next runs the
// handler (event SignalDeliver), and the operation that it had announced is announced again afterwards. A signal to the
// whole process goes to any of the threads that do not block it. One simplification: a signal that is not blocked is
// delivered before the receiver's next operation, where a real kernel may let a few more happen.
#pragma once

#include "runtime/model.h"

namespace selvage::runtime {

inline uint64_t signal_bit(int signal) { return uint64_t{1} << (signal - 1); }

// Pending and not blocked.
inline uint64_t deliverable_signals(const Thread& thread) { return thread.signals_pending & ~thread.signal_mask; }

// What a SignalWait waits for, in Pending::detail.
enum SignalWaitKind : uint32_t {
  kForHandler,  // pause: until a handler has run
  kSuspended,   // sigsuspend: the same, with a mask of its own
  kForSet,      // sigwait: until a signal of the set in Pending::value is pending
};

// The current thread was chosen while a signal is deliverable: this step runs the handler of one. Returns whether
// that makes an interruptible wait end with EINTR.
bool deliver_signal(const Pending& announced);
// The same in advance, for the signal that would be delivered now.
bool next_signal_interrupts(const Thread& thread);

// Delivers what the current thread made deliverable itself: by raise, by a change of its mask.
void deliver_raised_signals();

// As pthread_kill does, without the operation: for SIGPIPE and the like. One to the current thread has been handled
// when this returns.
void send_signal(Thread& target, int signal);

// Takes a pending signal of `set`, the thread's own before the process's; signal 0: there is none.
QueuedSignal take_signal(Thread& thread, uint64_t set);
void describe_signal(const QueuedSignal& signal, siginfo_t& information);

// Signals for the whole process that the current thread does not block become its own.
void claim_process_signals();

}  // namespace selvage::runtime
