#include "runtime/enabledness.h"

#include <pthread.h>

#include "runtime/cancellation.h"
#include "runtime/host.h"
#include "runtime/scheduler.h"
#include "runtime/signals.h"
#include "runtime/spinning.h"

namespace selvage::runtime {

namespace {

// A join that is refused does not wait.
unsigned join_outcomes(const Thread& t) {
  const Thread& target = thread(static_cast<unsigned>(t.pending.object));
  return target.state == ThreadState::Exited || target.detached || target.number == t.number || may_time_out(t);
}

unsigned sleep_outcomes(const Thread& t) { return may_time_out(t); }

// An attempt in a loop that would only be made again.
unsigned attempt_outcomes(const Thread& t) {
  switch (t.pending.operation) {
    case Operation::MutexTryLock:
      return mutex_outcomes(t);
    case Operation::SpinTryLock:
      return spinlock_outcomes(t);
    case Operation::SemaphoreTryWait:
      return semaphore_outcomes(t);
    case Operation::ThreadTryJoin:
      return join_outcomes(t);
    default:
      return 1;
  }
}

unsigned outcomes(const Thread& t) {
  if (t.waits_in_loop) return 0;
  if (t.attempts_in_loop) return attempt_outcomes(t);
  switch (t.pending.operation) {
    case Operation::ThreadJoin:
    case Operation::ThreadTimedJoin:
      return join_outcomes(t);
    case Operation::MutexLock:
    case Operation::MutexTimedLock:
      return mutex_outcomes(t);
    case Operation::SpinLock:
      return spinlock_outcomes(t);
    case Operation::RwlockReadLock:
    case Operation::RwlockTimedReadLock:
      return rwlock_read_outcomes(t);
    case Operation::RwlockWriteLock:
    case Operation::RwlockTimedWriteLock:
      return rwlock_write_outcomes(t);
    case Operation::CondWake:
      return cond_wake_outcomes(t);
    case Operation::CondSignal:
      return cond_signal_outcomes(t);
    case Operation::SemaphoreWait:
    case Operation::SemaphoreTimedWait:
      return semaphore_outcomes(t);
    case Operation::BarrierLeave:
      return barrier_leave_outcomes(t);
    case Operation::OnceBegin:
      return once_outcomes(t);
    case Operation::FutexResume:
      return futex_resume_outcomes(t);
    case Operation::FutexWake:
      return futex_wake_outcomes(t);
    case Operation::SignalWait:
      return signal_wait_outcomes(t);
    case Operation::ThreadKill:
      return kill_outcomes(t);
    case Operation::Sleep:
      return sleep_outcomes(t);
    case Operation::ChannelRead:
      return channel_read_outcomes(t);
    case Operation::ChannelWrite:
      return channel_write_outcomes(t);
    case Operation::ChannelPoll:
      return channel_poll_outcomes(t);
    case Operation::StreamLock:
      return stream_lock_outcomes(t);
    case Operation::AtomicBlockBegin:
      return atomic_block_outcomes(t);
    case Operation::ProcessExit:
      return exit_outcomes(t);
    case Operation::ComeRound:
      return model().shows_livelock || model().goes_on_fairly;
    case Operation::SpinWait:
      return 0;  // it goes round without looking at anything
    case Operation::Choose:
    case Operation::ClockRead:
      return t.pending.detail;
    case Operation::Assume:
      return t.pending.detail == 0;  // an assumption that failed
    default:
      return 1;
  }
}

}  // namespace

bool cancellation_ends_wait(const Thread& t) {
  if (!cancellation_is_due(t)) return false;
  if (t.waits_in_loop || t.attempts_in_loop || t.pending.operation == Operation::SpinWait)
    return sleeps_in_loop(t) || cancels_asynchronously(t);
  switch (t.pending.operation) {
    case Operation::ThreadJoin:
    case Operation::ThreadTimedJoin:
    case Operation::SemaphoreWait:
    case Operation::SemaphoreTimedWait:
    case Operation::Sleep:
    case Operation::SignalWait:
    case Operation::ChannelRead:
    case Operation::ChannelWrite:
    case Operation::ChannelPoll:
      return true;
    default:
      return cancels_asynchronously(t);
  }
}

bool is_in_vain(Thread& t, Operation attempt, uint64_t object) {
  Pending announced = t.pending;
  t.pending = {};
  t.pending.operation = attempt;
  t.pending.object = object;
  bool in_vain = attempt_outcomes(t) == 0;
  t.pending = announced;
  return in_vain;
}

bool may_time_out(const Thread& t) {
  if (t.pending.deadline == 0) return false;
  if (t.pending.deadline <= t.now) return true;  // past by the thread's own clock: no wait at all
  if (host().configuration.timeouts == TimeoutMode::Explore || !exploring()) return true;
  return model().late_timeout && model().late_thread == t.number;
}

// Where a wait may also end spuriously, its thread is never one that nothing else lets go on: a late deadline would never come.
static bool may_time_out_or_wake(const Thread& t) {
  return may_time_out(t) || (t.pending.deadline != 0 && host().configuration.timeouts == TimeoutMode::Late);
}

unsigned ends_by_itself(const Thread& t) {
  if (!host().configuration.spurious_wakeups) return may_time_out(t);
  return may_time_out_or_wake(t) ? 2 : 1;
}

bool has_timed_out(unsigned alternative) {
  const Thread& self = current_thread();
  if (!host().configuration.spurious_wakeups) return self.pending.deadline != 0;
  return may_time_out_or_wake(self) && alternative == 0;
}

bool interruptible(Operation operation) {
  switch (operation) {
    case Operation::SemaphoreWait:
    case Operation::SemaphoreTimedWait:
    case Operation::Sleep:
    case Operation::SignalWait:
    case Operation::FutexResume:
    case Operation::ChannelRead:
    case Operation::ChannelWrite:
    case Operation::ChannelPoll:
      return true;
    default:
      return false;
  }
}

bool blocked_but_for_signals(const Thread& t) { return outcomes(t) == 0 && !cancellation_ends_wait(t); }

// A signal that meets a wait either ends it, or came just before it and does not. sigsuspend is there to leave no
// such moment before.
static unsigned delivery_outcomes(const Thread& t) {
  if (!interruptible(t.pending.operation) || !next_signal_interrupts(t)) return 1;
  if (t.pending.operation == Operation::SignalWait && t.pending.detail == kSuspended) return 1;
  return outcomes(t) == 0 || may_time_out(t) ? 2 : 1;
}

// What is due before the operation itself goes first; see attend() in scheduler.cpp.
unsigned alternatives(const Thread& t) {
  if (cancels_asynchronously(t)) return 1;
  if (deliverable_signals(t)) return delivery_outcomes(t);
  unsigned count = outcomes(t);
  return count == 0 && cancellation_ends_wait(t) ? 1 : count;
}

}  // namespace selvage::runtime
