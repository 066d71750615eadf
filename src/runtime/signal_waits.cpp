// sigwait, sigwaitinfo, sigtimedwait, sigsuspend, pause.
#include "runtime/cancellation.h"
#include "runtime/enabledness.h"
#include "runtime/host.h"
#include "runtime/real.h"
#include "runtime/scheduler.h"
#include "runtime/signal_queue.h"
#include "runtime/time.h"

namespace selvage::runtime {

namespace {

int fail(int error) {
  errno = error;
  return -1;
}

// Returns an error number, 0 with the signal taken.
int wait_for_set(const sigset_t& set, uint64_t deadline, QueuedSignal& taken) {
  cancellation_point();
  Thread& self = current_thread();
  uint64_t wanted = set.__val[0] & ~kNeverBlocked;
  // Signals of the set are taken here, not handled, even where the thread does not block them.
  uint64_t restored_mask = self.signal_mask;
  self.signal_mask |= wanted;
  unsigned ended = announce(Announcement{.operation = Operation::SignalWait,
                                         .object = self.number,
                                         .value = wanted,
                                         .detail = kForSet,
                                         .deadline = deadline,
                                         .flags = process_signal_flags()});
  self.signal_mask = restored_mask;
  cancellation_point();
  int result = EINTR;
  if (ended != kInterrupted) {
    taken = take_signal(self, wanted);
    current_event().value = taken.signal;
    result = taken.signal ? 0 : EAGAIN;
    if (!taken.signal) {
      current_event().flags |= kEventTimedOut | kEventFailed;
      pass_deadline(deadline);
    }
  }
  claim_process_signals();
  deliver_raised_signals();
  return result;
}

int wait_with_information(const sigset_t& set, uint64_t deadline, siginfo_t* information) {
  QueuedSignal taken{};
  int error = wait_for_set(set, deadline, taken);
  if (error) return fail(error);
  if (information) describe_signal(taken, *information);
  return taken.signal;
}

int suspend(uint64_t mask) {
  cancellation_point();
  Thread& self = current_thread();
  uint64_t restored_mask = self.signal_mask;
  step_before_mask();
  self.signal_mask = mask & ~kNeverBlocked;
  claim_process_signals();
  announce(Announcement{.operation = Operation::SignalWait,
                        .object = self.number,
                        .detail = kSuspended,
                        .flags = process_signal_flags()});
  self.signal_mask = restored_mask;
  cancellation_point();
  deliver_raised_signals();
  return fail(EINTR);
}

}  // namespace

unsigned signal_wait_outcomes(const Thread& t) {
  if (t.pending.detail != kForSet) return 0;  // deliverable signals are looked at before the operation
  return ((t.signals_pending | model().process_signals) & t.pending.value) || may_time_out(t);
}

}  // namespace selvage::runtime

using namespace selvage;
using namespace selvage::runtime;

SELVAGE_INTERCEPT int sigwait(const sigset_t* set, int* result) {
  if (!modelling()) return REAL(sigwait)(set, result);
  QueuedSignal taken{};
  while (wait_for_set(*set, 0, taken) == EINTR) {
  }
  *result = taken.signal;
  return 0;
}

SELVAGE_INTERCEPT int sigwaitinfo(const sigset_t* set, siginfo_t* information) {
  if (!modelling()) return REAL(sigwaitinfo)(set, information);
  return wait_with_information(*set, 0, information);
}

SELVAGE_INTERCEPT int sigtimedwait(const sigset_t* set, siginfo_t* information, const timespec* duration) {
  if (!modelling()) return REAL(sigtimedwait)(set, information, duration);
  if (duration && (duration->tv_sec < 0 || duration->tv_nsec < 0 || duration->tv_nsec >= 1'000'000'000))
    return fail(EINVAL);
  return wait_with_information(*set, duration ? deadline_after(*duration) : 0, information);
}

SELVAGE_INTERCEPT int sigsuspend(const sigset_t* mask) {
  if (!modelling()) return REAL(sigsuspend)(mask);
  return suspend(mask->__val[0]);
}

SELVAGE_INTERCEPT int pause() {
  if (!modelling()) return REAL(pause)();
  cancellation_point();
  announce(Announcement{.operation = Operation::SignalWait, .object = current_thread().number, .detail = kForHandler});
  cancellation_point();
  return fail(EINTR);
}

// As X/Open has it: the header gives this name to the symbol __xpg_sigpause.
SELVAGE_INTERCEPT int sigpause(int signal) {
  if (!modelling()) return reinterpret_cast<decltype(&sigpause)>(look_up_real("__xpg_sigpause"))(signal);
  if (!valid_signal(signal)) return fail(EINVAL);
  return suspend(current_thread().signal_mask & ~signal_bit(signal));
}
