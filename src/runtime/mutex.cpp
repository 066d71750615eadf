// Mutexes: normal, recursive, error-checking, robust; lock, try, timed.
#include "runtime/mutex.h"

#include "contract/hooks.h"
#include "runtime/enabledness.h"
#include "runtime/host.h"
#include "runtime/lifetime.h"
#include "runtime/outcome.h"
#include "runtime/real.h"
#include "runtime/scheduler.h"
#include "runtime/time.h"
#include "runtime/trace.h"

namespace selvage::runtime {

namespace {

enum MutexFlags : uint8_t { kRobust = 1, kInconsistent = 2, kNotRecoverable = 4, kStatic = 8 };

bool owned_by(const Object& mutex, const Thread& t) { return mutex.held && mutex.owner == t.number; }

bool holder_is_dead(const Object& mutex) {
  return mutex.held && (mutex.flags & kRobust) && thread(mutex.owner).state == ThreadState::Exited;
}

// A mutex that was never passed to pthread_mutex_init must look like one of the static initialisers.
bool looks_initialised(const pthread_mutex_t& mutex) {
  const auto& data = mutex.__data;
  return data.__lock == 0 && data.__count == 0 && data.__owner == 0 && data.__nusers == 0 && data.__kind >= 0 &&
         data.__kind <= 3;
}

uint8_t static_type(const pthread_mutex_t& mutex) {
  int kind = mutex.__data.__kind;
  return static_cast<uint8_t>(kind == PTHREAD_MUTEX_ADAPTIVE_NP ? PTHREAD_MUTEX_NORMAL : kind);
}

// How often the current thread holds it.
uint32_t times_held(const pthread_mutex_t* mutex) {
  const Object* object = find_object(mutex, ObjectKind::Mutex);
  return object && owned_by(*object, current_thread()) ? object->count : 0;
}

void take(Object& mutex, Thread& self) {
  if (mutex.flags & kRobust) self.robust_mutexes++;
  mutex.held = true;
  mutex.owner = self.number;
  mutex.count = 1;
  mutex.site = selvage_call_site;
}

void release(Object& mutex) {
  if (mutex.flags & kRobust) current_thread().robust_mutexes--;
  mutex.held = false;
  mutex.count = 0;
}

// The attempt was in vain: somebody holds the mutex.
void refuse(Object& mutex) {
  meet(mutex);
  mark_failed();
  if (!owned_by(mutex, current_thread())) current_event().value |= kExclusively;
}

// Whoever inherits a mutex from a dead holder has acquired it.
int report(int result) {
  if (result && result != EOWNERDEAD) mark_failed();
  return result;
}

// The current thread was chosen to acquire `mutex`, whose state allows it or demands an error.
int acquire(Object& mutex) {
  Thread& self = current_thread();
  meet(mutex);
  if (mutex.flags & kNotRecoverable) return ENOTRECOVERABLE;
  if (owned_by(mutex, self)) {
    if (mutex.type == PTHREAD_MUTEX_RECURSIVE) {
      if (mutex.count == UINT32_MAX) return EAGAIN;
      mutex.count++;
      return 0;
    }
    return EDEADLK;
  }
  bool inherited = holder_is_dead(mutex);
  take(mutex, self);
  state_changed(mutex.address);
  if (!inherited) return 0;
  mutex.flags |= kInconsistent;
  return EOWNERDEAD;
}

bool valid(const timespec& time) { return time.tv_nsec >= 0 && time.tv_nsec < 1'000'000'000; }

// The time is looked at only where the thread would have to wait.
int lock_before(pthread_mutex_t* mutex, uint64_t deadline, bool valid_time) {
  announce(Announcement{.operation = Operation::MutexTimedLock,
                        .object = reinterpret_cast<uint64_t>(mutex),
                        .value = times_held(mutex),
                        .deadline = deadline});
  Object& object = live_mutex(mutex);
  Thread& self = current_thread();
  self.unseen_since_lock = false;
  bool free = !object.held || holder_is_dead(object) || (owned_by(object, self) && object.type != PTHREAD_MUTEX_NORMAL);
  if (free) return report(acquire(object));
  refuse(object);
  if (!valid_time) return EINVAL;
  pass_deadline(deadline);
  current_event().flags |= kEventTimedOut;
  return ETIMEDOUT;
}

}  // namespace

Object& live_mutex(const pthread_mutex_t* mutex) {
  Object& object = object_at(mutex, ObjectKind::Mutex);
  if (object.alive) {
    // Another mutex may have taken its place without a call: those with a static initialiser need not be destroyed.
    if ((object.flags & kStatic) && !object.held && looks_initialised(*mutex)) object.type = static_type(*mutex);
    return object;
  }
  if (is_destroyed(object, mutex)) misuse("the mutex at %p is used after it was destroyed", mutex);
  if (!looks_initialised(*mutex)) misuse("the mutex at %p is used before it was initialised", mutex);
  object.alive = true;
  object.flags = kStatic;
  object.type = static_type(*mutex);
  return object;
}

bool mutex_is_free(uint64_t address) {
  const Object* object = find_object(reinterpret_cast<void*>(address), ObjectKind::Mutex);
  return !object || !object->held || holder_is_dead(*object);
}

int release_for_wait(pthread_mutex_t* mutex) {
  Object& object = live_mutex(mutex);
  if (!owned_by(object, current_thread())) {
    if (object.type == PTHREAD_MUTEX_ERRORCHECK || (object.flags & kRobust)) return EPERM;
    misuse("a thread waits on a condition variable with the mutex at %p, which it does not hold", mutex);
  }
  current_thread().saved_lock_count = object.count;
  release(object);
  meet(object);
  state_changed(mutex);
  return 0;
}

int reacquire_after_wait(pthread_mutex_t* mutex) {
  Object& object = live_mutex(mutex);
  int result = acquire(object);
  object.count = current_thread().saved_lock_count;
  return result;
}

void leave_robust_mutexes() {
  if (!exploring() || current_thread().robust_mutexes == 0) return;
  for_each_object([](const Object& object) {
    Thread& self = current_thread();
    if (object.kind != ObjectKind::Mutex || !(object.flags & kRobust) || !owned_by(object, self)) return;
    self.pending = Pending{Operation::MutexUnlock, 0, 0, 0, self.pending.site, 0, object.address, 0, 0};
    record_local_event(self);
  });
  current_thread().pending.operation = Operation::None;
}

unsigned mutex_outcomes(const Thread& t) {
  const Object* object = find_object(reinterpret_cast<void*>(t.pending.object), ObjectKind::Mutex);
  if (!object || !object->held) return 1;
  if (owned_by(*object, t) && object->type != PTHREAD_MUTEX_NORMAL) return 1;
  return holder_is_dead(*object) || may_time_out(t);
}

}  // namespace selvage::runtime

using namespace selvage;
using namespace selvage::runtime;

SELVAGE_INTERCEPT int pthread_mutex_init(pthread_mutex_t* mutex, const pthread_mutexattr_t* attributes) {
  if (!modelling()) return REAL(pthread_mutex_init)(mutex, attributes);
  announce(Operation::MutexInit, mutex);
  Object& object = object_at(mutex, ObjectKind::Mutex);
  if (object.alive && object.held) misuse("the mutex at %p is initialised while it is locked", mutex);
  int type = PTHREAD_MUTEX_NORMAL, robust = PTHREAD_MUTEX_STALLED;
  if (attributes) {
    pthread_mutexattr_gettype(attributes, &type);
    pthread_mutexattr_getrobust(attributes, &robust);
  }
  object.alive = true;
  object.type = static_cast<uint8_t>(type == PTHREAD_MUTEX_ADAPTIVE_NP ? PTHREAD_MUTEX_NORMAL : type);
  object.flags = robust == PTHREAD_MUTEX_ROBUST ? kRobust : 0;
  object.held = false;
  object.count = 0;
  meet(object);
  return 0;
}

SELVAGE_INTERCEPT int pthread_mutex_destroy(pthread_mutex_t* mutex) {
  if (!modelling()) return REAL(pthread_mutex_destroy)(mutex);
  announce(Operation::MutexDestroy, mutex);
  Object& object = live_mutex(mutex);
  if (object.held) {
    current_event().flags |= kEventMisuse | kEventFailed;
    return EBUSY;
  }
  mark_destroyed(object, mutex);
  return 0;
}

SELVAGE_INTERCEPT int pthread_mutex_lock(pthread_mutex_t* mutex) {
  if (!modelling()) return REAL(pthread_mutex_lock)(mutex);
  announce(Operation::MutexLock, mutex, times_held(mutex));
  current_thread().unseen_since_lock = false;
  return report(acquire(live_mutex(mutex)));
}

SELVAGE_INTERCEPT int pthread_mutex_trylock(pthread_mutex_t* mutex) {
  if (!modelling()) return REAL(pthread_mutex_trylock)(mutex);
  announce(Operation::MutexTryLock, mutex, times_held(mutex));
  current_thread().unseen_since_lock = false;
  Object& object = live_mutex(mutex);
  bool again = owned_by(object, current_thread()) && object.type == PTHREAD_MUTEX_RECURSIVE;
  if (object.held && !again && !holder_is_dead(object)) {
    refuse(object);
    return EBUSY;
  }
  return report(acquire(object));
}

SELVAGE_INTERCEPT int pthread_mutex_timedlock(pthread_mutex_t* mutex, const timespec* time) {
  if (!modelling()) return REAL(pthread_mutex_timedlock)(mutex, time);
  return lock_before(mutex, deadline_of(CLOCK_REALTIME, *time), valid(*time));
}

SELVAGE_INTERCEPT int pthread_mutex_clocklock(pthread_mutex_t* mutex, clockid_t clock, const timespec* time) {
  if (!modelling()) return REAL(pthread_mutex_clocklock)(mutex, clock, time);
  if (clock != CLOCK_REALTIME && clock != CLOCK_MONOTONIC) return EINVAL;
  return lock_before(mutex, deadline_of(clock, *time), valid(*time));
}

SELVAGE_INTERCEPT int pthread_mutex_unlock(pthread_mutex_t* mutex) {
  if (!modelling()) return REAL(pthread_mutex_unlock)(mutex);
  uint32_t held = times_held(mutex);
  bool unseen = current_thread().unseen_since_lock;
  announce(Announcement{.operation = Operation::MutexUnlock,
                        .object = reinterpret_cast<uint64_t>(mutex),
                        .value = held ? held - 1 : 0,
                        .flags = static_cast<uint8_t>(unseen ? kEventUnseen : 0)});
  Object& object = live_mutex(mutex);
  if (!owned_by(object, current_thread())) {
    if (object.type != PTHREAD_MUTEX_NORMAL || (object.flags & kRobust)) {
      current_event().flags |= kEventMisuse | kEventFailed;
      return EPERM;
    }
    if (!object.held) misuse("the mutex at %p is unlocked, but it is not locked", mutex);
    misuse("thread %u unlocks the mutex at %p, which thread %u holds", current_thread().number, mutex, object.owner);
  }
  meet(object);
  if (object.count > 1) {
    object.count--;
    return 0;
  }
  release(object);
  if (object.flags & kInconsistent) object.flags = kRobust | kNotRecoverable;
  state_changed(mutex);
  return 0;
}

SELVAGE_INTERCEPT int pthread_mutex_consistent(pthread_mutex_t* mutex) {
  if (!modelling()) return REAL(pthread_mutex_consistent)(mutex);
  Object& object = live_mutex(mutex);
  if (!(object.flags & kInconsistent)) return EINVAL;
  object.flags = kRobust;
  return 0;
}
