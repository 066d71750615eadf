// Condition variables. A wait is two operations: CondWait gives up the mutex and enqueues the thread, CondWake takes
// the mutex again once the thread has been signalled, has timed out, or wakes spuriously where that is explored.
// Which waiter a signal wakes is a choice.
#include "runtime/cancellation.h"
#include "runtime/enabledness.h"
#include "runtime/host.h"
#include "runtime/lifetime.h"
#include "runtime/mutex.h"
#include "runtime/outcome.h"
#include "runtime/real.h"
#include "runtime/scheduler.h"
#include "runtime/time.h"

namespace selvage::runtime {

namespace {

bool waits_on(const Thread& t, uint64_t condition) {
  if (t.state != ThreadState::Alive || t.woken) return false;
  return (t.pending.operation == Operation::CondWake && t.pending.object == condition) ||
         t.interrupted_wait == condition;
}

// The n-th waiter by thread number, or null.
Thread* waiter(uint64_t condition, unsigned n) {
  for (uint32_t number = 0; number <= model().highest_thread; number++)
    if (waits_on(thread(number), condition) && n-- == 0) return &thread(number);
  return nullptr;
}

void wake(Thread& t, const Object& condition) {
  t.woken = true;
  if (condition.now > t.now) t.now = condition.now;
}

Object& live_condition(const pthread_cond_t* condition) {
  Object& object = object_at(condition, ObjectKind::Condition);
  if (object.alive) return object;
  if (is_destroyed(object, condition)) misuse("the condition variable at %p is used after it was destroyed", condition);
  object.alive = true;
  object.flags = 0;
  object.type = CLOCK_REALTIME;
  return object;
}

// Where it is cancelled while it waits, or was before: the mutex is given up, and held again when the cleanup handlers run.
int wait_until(pthread_cond_t* condition, pthread_mutex_t* mutex, uint64_t deadline) {
  Thread& self = current_thread();
  announce(Operation::CondWait, condition, reinterpret_cast<uint64_t>(mutex));
  meet(live_condition(condition));
  if (int error = release_for_wait(mutex)) {
    current_event().flags |= kEventMisuse | kEventFailed;
    return error;
  }

  // Cancelled before it began to wait, it takes nobody's signal.
  self.woken = cancellation_is_due(self);
  unsigned alternative = announce(Announcement{.operation = Operation::CondWake,
                                               .object = reinterpret_cast<uint64_t>(condition),
                                               .value = reinterpret_cast<uint64_t>(mutex),
                                               .deadline = self.woken ? 0 : deadline,
                                               .flags = static_cast<uint8_t>(self.woken ? kEventSpurious : 0)});
  int result = 0;
  if (!self.woken) {
    if (has_timed_out(alternative)) {
      current_event().flags |= kEventTimedOut;
      pass_deadline(deadline);
      result = ETIMEDOUT;
    } else {
      current_event().flags |= kEventSpurious;
    }
  }
  self.woken = false;
  int acquired = reacquire_after_wait(mutex);
  cancellation_point();
  return acquired ? acquired : result;
}

}  // namespace

unsigned cond_wake_outcomes(const Thread& t) {
  if (!mutex_is_free(t.pending.value)) return 0;
  return t.woken ? 1 : ends_by_itself(t);
}

unsigned cond_signal_outcomes(const Thread& t) {
  unsigned count = 0;
  for (uint32_t number = 0; number <= model().highest_thread; number++)
    count += waits_on(thread(number), t.pending.object);
  return count ? count : 1;
}

}  // namespace selvage::runtime

using namespace selvage;
using namespace selvage::runtime;

SELVAGE_INTERCEPT int pthread_cond_init(pthread_cond_t* condition, const pthread_condattr_t* attributes) {
  if (!modelling()) return REAL(pthread_cond_init)(condition, attributes);
  announce(Operation::CondInit, condition);
  Object& object = object_at(condition, ObjectKind::Condition);
  if (object.alive && waiter(object.address, 0))
    misuse("the condition variable at %p is initialised while threads wait on it", condition);
  clockid_t clock = CLOCK_REALTIME;
  if (attributes) pthread_condattr_getclock(attributes, &clock);
  object.alive = true;
  object.flags = 0;
  object.type = static_cast<uint8_t>(clock);
  return 0;
}

SELVAGE_INTERCEPT int pthread_cond_destroy(pthread_cond_t* condition) {
  if (!modelling()) return REAL(pthread_cond_destroy)(condition);
  announce(Operation::CondDestroy, condition);
  Object& object = live_condition(condition);
  if (waiter(object.address, 0))
    misuse("the condition variable at %p is destroyed while threads wait on it", condition);
  mark_destroyed(object, condition);
  return 0;
}

SELVAGE_INTERCEPT int pthread_cond_wait(pthread_cond_t* condition, pthread_mutex_t* mutex) {
  if (!modelling()) return REAL(pthread_cond_wait)(condition, mutex);
  return wait_until(condition, mutex, 0);
}

SELVAGE_INTERCEPT int pthread_cond_timedwait(pthread_cond_t* condition, pthread_mutex_t* mutex, const timespec* time) {
  if (!modelling()) return REAL(pthread_cond_timedwait)(condition, mutex, time);
  if (time->tv_nsec < 0 || time->tv_nsec >= 1'000'000'000) return EINVAL;
  return wait_until(condition, mutex, deadline_of(live_condition(condition).type, *time));
}

SELVAGE_INTERCEPT int pthread_cond_clockwait(pthread_cond_t* condition, pthread_mutex_t* mutex, clockid_t clock,
                                             const timespec* time) {
  if (!modelling()) return REAL(pthread_cond_clockwait)(condition, mutex, clock, time);
  if (time->tv_nsec < 0 || time->tv_nsec >= 1'000'000'000) return EINVAL;
  if (clock != CLOCK_REALTIME && clock != CLOCK_MONOTONIC) return EINVAL;
  return wait_until(condition, mutex, deadline_of(clock, *time));
}

SELVAGE_INTERCEPT int pthread_cond_signal(pthread_cond_t* condition) {
  if (!modelling()) return REAL(pthread_cond_signal)(condition);
  unsigned alternative = announce(Operation::CondSignal, condition);
  Object& object = live_condition(condition);
  meet(object);
  if (Thread* chosen = waiter(object.address, alternative)) {
    current_event().value = uint64_t{chosen->number} + 1;
    wake(*chosen, object);
    state_changed(condition);
  }
  return 0;
}

SELVAGE_INTERCEPT int pthread_cond_broadcast(pthread_cond_t* condition) {
  if (!modelling()) return REAL(pthread_cond_broadcast)(condition);
  announce(Operation::CondBroadcast, condition);
  Object& object = live_condition(condition);
  meet(object);
  while (Thread* next = waiter(object.address, 0)) wake(*next, object);
  state_changed(condition);
  return 0;
}
