// Semaphores. The value is in the shadow object; the program's sem_t is never looked at.
#include "runtime/semaphore.h"

#include "runtime/cancellation.h"
#include "runtime/enabledness.h"
#include "runtime/host.h"
#include "runtime/mutex.h"
#include "runtime/outcome.h"
#include "runtime/real.h"
#include "runtime/scheduler.h"
#include "runtime/time.h"

namespace selvage::runtime {

namespace {

int fail(int error) {
  errno = error;
  return -1;
}

Object& live_semaphore(const sem_t* semaphore) {
  Object& object = object_at(semaphore, ObjectKind::Semaphore);
  if (object.alive) return object;
  if (object.flags & kDestroyed) misuse("the semaphore at %p is used after it was destroyed or closed", semaphore);
  misuse("the semaphore at %p is used before it was initialised", semaphore);
}

void take_one(Object& semaphore) {
  semaphore.value--;
  meet(semaphore);
  state_changed(semaphore.address);
}

int wait_before(sem_t* semaphore, clockid_t clock, const timespec& time) {
  if (clock != CLOCK_REALTIME && clock != CLOCK_MONOTONIC) return fail(EINVAL);
  if (time.tv_nsec < 0 || time.tv_nsec >= 1'000'000'000) return fail(EINVAL);
  cancellation_point();
  uint64_t deadline = deadline_of(clock, time);
  unsigned chosen = announce(Announcement{.operation = Operation::SemaphoreTimedWait,
                                          .object = reinterpret_cast<uint64_t>(semaphore),
                                          .deadline = deadline});
  cancellation_point();
  if (chosen == kInterrupted) return fail(EINTR);
  Object& object = live_semaphore(semaphore);
  if (object.value == 0) {
    pass_deadline(deadline);
    current_event().flags |= kEventTimedOut | kEventFailed;
    return fail(ETIMEDOUT);
  }
  take_one(object);
  return 0;
}

bool waits_on(const Thread& t, uint64_t semaphore) {
  return t.state == ThreadState::Alive && t.pending.object == semaphore &&
         (t.pending.operation == Operation::SemaphoreWait || t.pending.operation == Operation::SemaphoreTimedWait);
}

}  // namespace

void start_semaphore(Object& semaphore, unsigned value) {
  semaphore.alive = true;
  semaphore.flags = 0;
  semaphore.value = value;
  state_changed(semaphore.address);
}

unsigned semaphore_outcomes(const Thread& t) {
  const Object* object = find_object(reinterpret_cast<void*>(t.pending.object), ObjectKind::Semaphore);
  return !object || !object->alive || object->value > 0 || may_time_out(t);
}

}  // namespace selvage::runtime

using namespace selvage;
using namespace selvage::runtime;

SELVAGE_INTERCEPT int sem_init(sem_t* semaphore, int shared, unsigned value) {
  if (!modelling()) return REAL(sem_init)(semaphore, shared, value);
  if (value > SEM_VALUE_MAX) return fail(EINVAL);
  announce(Operation::SemaphoreInit, semaphore, value);
  Object& object = object_at(semaphore, ObjectKind::Semaphore);
  start_semaphore(object, value);
  meet(object);
  return 0;
}

SELVAGE_INTERCEPT int sem_destroy(sem_t* semaphore) {
  if (!modelling()) return REAL(sem_destroy)(semaphore);
  announce(Operation::SemaphoreDestroy, semaphore);
  Object& object = live_semaphore(semaphore);
  if (object.flags & kNamed) misuse("the semaphore at %p was opened by name: it is closed, not destroyed", semaphore);
  for (uint32_t number = 0; object.value == 0 && number <= model().highest_thread; number++)
    if (waits_on(thread(number), object.address))
      misuse("the semaphore at %p is destroyed while thread %u waits on it", semaphore, number);
  object.alive = false;
  object.flags = kDestroyed;
  meet(object);
  return 0;
}

SELVAGE_INTERCEPT int sem_wait(sem_t* semaphore) {
  if (!modelling()) return REAL(sem_wait)(semaphore);
  cancellation_point();
  unsigned chosen = announce(Operation::SemaphoreWait, semaphore);
  cancellation_point();
  if (chosen == kInterrupted) return fail(EINTR);
  take_one(live_semaphore(semaphore));
  return 0;
}

SELVAGE_INTERCEPT int sem_trywait(sem_t* semaphore) {
  if (!modelling()) return REAL(sem_trywait)(semaphore);
  announce(Operation::SemaphoreTryWait, semaphore);
  Object& object = live_semaphore(semaphore);
  if (object.value == 0) {
    meet(object);
    mark_failed();
    return fail(EAGAIN);
  }
  take_one(object);
  return 0;
}

SELVAGE_INTERCEPT int sem_timedwait(sem_t* semaphore, const timespec* time) {
  if (!modelling()) return REAL(sem_timedwait)(semaphore, time);
  return wait_before(semaphore, CLOCK_REALTIME, *time);
}

SELVAGE_INTERCEPT int sem_clockwait(sem_t* semaphore, clockid_t clock, const timespec* time) {
  if (!modelling()) return REAL(sem_clockwait)(semaphore, clock, time);
  return wait_before(semaphore, clock, *time);
}

SELVAGE_INTERCEPT int sem_post(sem_t* semaphore) {
  if (!modelling()) return REAL(sem_post)(semaphore);
  announce(Operation::SemaphorePost, semaphore);
  Object& object = live_semaphore(semaphore);
  pass_time_on(object);
  if (object.value == SEM_VALUE_MAX) {
    mark_failed();
    return fail(EOVERFLOW);
  }
  current_event().value = object.value++;
  state_changed(semaphore);
  return 0;
}

SELVAGE_INTERCEPT int sem_getvalue(sem_t* semaphore, int* value) {
  if (!modelling()) return REAL(sem_getvalue)(semaphore, value);
  announce(Operation::SemaphoreGetValue, semaphore);
  Object& object = live_semaphore(semaphore);
  meet(object);
  current_event().value = object.value;
  *value = static_cast<int>(object.value);
  return 0;
}
