// pthread_cancel, pthread_testcancel, cancellation state and type.
#include "runtime/cancellation.h"

#include "runtime/host.h"
#include "runtime/look_ahead.h"
#include "runtime/outcome.h"
#include "runtime/real.h"
#include "runtime/scheduler.h"
#include "runtime/struck_waits.h"
#include "runtime/threads.h"

namespace selvage::runtime {

namespace {

// The current thread's state or type has changed: an asynchronous request does not wait any longer.
void act_if_asynchronous(const Thread& self) {
  if (self.cancel_type == PTHREAD_CANCEL_ASYNCHRONOUS) cancellation_point();
}

}  // namespace

void cancellation_point() {
  if (!cancellation_is_due(current_thread())) return;
  if (running_ahead()) end_look_ahead(false);
  unwind_thread(PTHREAD_CANCELED);
}

}  // namespace selvage::runtime

using namespace selvage;
using namespace selvage::runtime;

SELVAGE_INTERCEPT int pthread_cancel(pthread_t handle) {
  if (!modelling()) return REAL(pthread_cancel)(handle);
  Thread* target = thread_by_handle(handle);
  if (!target || target->state == ThreadState::NotCreated)
    misuse("pthread_cancel of %p, which is not a thread", reinterpret_cast<void*>(handle));
  announce(Operation::ThreadCancel, target->number);
  if (target->joined) misuse("pthread_cancel of thread %u, which has been joined", target->number);
  if (target->state == ThreadState::Exited) {
    if (target->detached) misuse("pthread_cancel of thread %u, which was detached and is over", target->number);
    mark_failed();
    return 0;
  }
  Event& cancellation = current_event();
  bool seen = look_at_wait(target->pending, uint64_t{target->number} + 1);
  look_at_mutex_of(*target);
  // A wait that goes on behind a signal handler cannot be looked at.
  if (!seen || target->waits_in_loop || target->attempts_in_loop || target->interrupted_wait != 0)
    cancellation.flags |= kEventInexact;
  target->cancel_requested = true;
  end_wait_of_cancelled(*target);
  Thread& self = current_thread();
  if (self.now > target->now) target->now = self.now;
  any_state_changed();
  if (target == &self) act_if_asynchronous(self);
  return 0;
}

SELVAGE_INTERCEPT void pthread_testcancel() {
  if (!modelling()) return REAL(pthread_testcancel)();
  cancellation_point();
  announce(Operation::TestCancel);
  cancellation_point();
}

SELVAGE_INTERCEPT int pthread_setcancelstate(int state, int* old) {
  if (!modelling()) return REAL(pthread_setcancelstate)(state, old);
  if (state != PTHREAD_CANCEL_ENABLE && state != PTHREAD_CANCEL_DISABLE) return EINVAL;
  Thread& self = current_thread();
  if (old) *old = self.cancel_state;
  self.cancel_state = static_cast<uint8_t>(state);
  act_if_asynchronous(self);
  return 0;
}

SELVAGE_INTERCEPT int pthread_setcanceltype(int type, int* old) {
  if (!modelling()) return REAL(pthread_setcanceltype)(type, old);
  if (type != PTHREAD_CANCEL_DEFERRED && type != PTHREAD_CANCEL_ASYNCHRONOUS) return EINVAL;
  Thread& self = current_thread();
  if (old) *old = self.cancel_type;
  self.cancel_type = static_cast<uint8_t>(type);
  act_if_asynchronous(self);
  return 0;
}
