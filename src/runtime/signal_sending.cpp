// raise, kill, pthread_kill, sigqueue and their kin.
#include "runtime/host.h"
#include "runtime/identity.h"
#include "runtime/outcome.h"
#include "runtime/real.h"
#include "runtime/scheduler.h"
#include "runtime/signal_queue.h"
#include "runtime/struck_waits.h"

namespace selvage::runtime {

namespace {

inline constexpr const char* kOtherProcessAdvice = "only signals of the program to itself are explored";

bool probe_or_valid(int signal) { return signal == 0 || valid_signal(signal); }

// Whether the target is there is looked at when the operation has been chosen, as everything is that others may change.
void check_handle(const Thread& target, const char* call) {
  if (target.joined) misuse("%s of thread %u, which has been joined", call, target.number);
  if (target.detached && target.state == ThreadState::Exited)
    misuse("%s of thread %u, which was detached and is over", call, target.number);
}

// Which of the threads that do not block it gets the signal is a choice.
int send_to_process(int signal, int code, uint64_t value) {
  note_process_signals();
  unsigned chosen = announce(Announcement{.operation = Operation::ThreadKill,
                                          .object = current_thread().number,
                                          .value = static_cast<uint64_t>(signal),
                                          .flags = kEventToProcess});
  if (signal == 0) return 0;
  Thread* receiver = receiver_of_process_signal(signal, chosen);
  if (!post_signal(receiver, signal, code, value)) {
    mark_failed();
    return EAGAIN;
  }
  // It may wait for anything.
  if (receiver && receiver != &current_thread()) current_event().flags |= kEventInexact;
  deliver_raised_signals();
  return 0;
}

// With a call, the target was named by its handle. Returns an error number.
int send(Thread* target, int signal, int code, uint64_t value, const char* call = nullptr) {
  announce(Operation::ThreadKill, target->number, static_cast<uint64_t>(signal));
  if (call) check_handle(*target, call);
  if (target->state != ThreadState::Alive) {
    mark_failed();
    return 0;
  }
  if (signal == 0) return 0;
  if (!post_signal(target, signal, code, value)) {
    mark_failed();
    return EAGAIN;
  }
  Event& sent = current_event();
  bool is_looked_at = look_at_wait(target->pending) && !target->waits_in_loop && !target->attempts_in_loop;
  if (!is_looked_at) sent.flags |= kEventInexact;
  look_at_mutex_of(*target);
  deliver_raised_signals();
  return 0;
}

int send_to_handle(pthread_t handle, const char* call, int signal, int code, uint64_t value) {
  if (!probe_or_valid(signal)) return EINVAL;
  Thread* target = thread_by_handle(handle);
  if (!target || target->state == ThreadState::NotCreated)
    misuse("%s of %p, which is not a thread", call, reinterpret_cast<void*>(handle));
  return send(target, signal, code, value, call);
}

bool is_own_process(pid_t process) {
  return process == 0 || process == -virtual_process_id() || (process > 0 && thread_by_id(process));
}

int fail(int error) {
  if (error == 0) return 0;
  errno = error;
  return -1;
}

}  // namespace

}  // namespace selvage::runtime

using namespace selvage;
using namespace selvage::runtime;

SELVAGE_INTERCEPT int raise(int signal) {
  if (!modelling()) return REAL(raise)(signal);
  if (!probe_or_valid(signal)) return fail(EINVAL);
  return fail(send(&current_thread(), signal, SI_TKILL, 0));
}

SELVAGE_INTERCEPT int kill(pid_t process, int signal) {
  if (!modelling()) return REAL(kill)(process, signal);
  if (!probe_or_valid(signal)) return fail(EINVAL);
  if (is_own_process(process)) return fail(send_to_process(signal, SI_USER, 0));
  if (signal == 0) return fail(ESRCH);
  unmodelled("kill for another process", kOtherProcessAdvice);
}

SELVAGE_INTERCEPT int killpg(int group, int signal) {
  if (!modelling()) return REAL(killpg)(group, signal);
  if (group < 0) return fail(EINVAL);
  return kill(-group, signal);
}

SELVAGE_INTERCEPT int sigqueue(pid_t process, int signal, const sigval value) {
  if (!modelling()) return REAL(sigqueue)(process, signal, value);
  if (!probe_or_valid(signal)) return fail(EINVAL);
  if (!is_own_process(process)) unmodelled("sigqueue for another process", kOtherProcessAdvice);
  return fail(send_to_process(signal, SI_QUEUE, reinterpret_cast<uint64_t>(value.sival_ptr)));
}

SELVAGE_INTERCEPT int pthread_kill(pthread_t handle, int signal) {
  if (!modelling()) return REAL(pthread_kill)(handle, signal);
  return send_to_handle(handle, "pthread_kill", signal, SI_TKILL, 0);
}

SELVAGE_INTERCEPT int pthread_sigqueue(pthread_t handle, int signal, const sigval value) {
  if (!modelling()) return REAL(pthread_sigqueue)(handle, signal, value);
  return send_to_handle(handle, "pthread_sigqueue", signal, SI_QUEUE, reinterpret_cast<uint64_t>(value.sival_ptr));
}

SELVAGE_INTERCEPT int tgkill(pid_t process, pid_t id, int signal) {
  if (!modelling()) return REAL(tgkill)(process, id, signal);
  if (!probe_or_valid(signal) || process <= 0 || id <= 0) return fail(EINVAL);
  Thread* target = process == virtual_process_id() ? thread_by_id(id) : nullptr;
  if (!target) return fail(ESRCH);
  return fail(send(target, signal, SI_TKILL, 0));
}
