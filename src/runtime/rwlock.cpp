// Read-write locks. The writer is in the object; readers are in the table of shared holdings, one entry per thread
// and lock with how many times it reads. Object::count is the number of read locks of all threads together.
//
// A waiting writer does not keep readers out, as in the C library's default kind. The writer-preferring kind allows
// fewer schedules than that, all of which are among those explored; what it adds is that a thread which read-locks
// again while a writer waits blocks for ever, and this is reported as misuse wherever it locks twice.
#include "contract/hooks.h"
#include "runtime/enabledness.h"
#include "runtime/host.h"
#include "runtime/lifetime.h"
#include "runtime/outcome.h"
#include "runtime/real.h"
#include "runtime/scheduler.h"
#include "runtime/time.h"

namespace selvage::runtime {

namespace {

SharedHolding* holding_of(uint64_t lock, const Thread& t) {
  for (uint32_t i = 0; i < model().shared_holding_count; i++) {
    SharedHolding& holding = shared_holdings()[i];
    if (holding.object == lock && holding.thread == t.number) return &holding;
  }
  return nullptr;
}

void remove_holding(SharedHolding& holding) { holding = shared_holdings()[--model().shared_holding_count]; }

// An object begins its life: nobody holds it, whatever lay at its address before.
void start(Object& lock, int kind) {
  for (uint32_t i = 0; i < model().shared_holding_count;) {
    if (shared_holdings()[i].object == lock.address)
      remove_holding(shared_holdings()[i]);
    else
      i++;
  }
  lock.alive = true;
  lock.type = static_cast<uint8_t>(kind);
  lock.flags = 0;
  lock.held = false;
  lock.count = 0;
}

// A lock that was never passed to pthread_rwlock_init must look like one of the static initialisers. Only the part
// that every version of the type has is looked at.
bool looks_initialised(const pthread_rwlock_t& lock) {
  const auto& data = lock.__data;
  return data.__readers == 0 && data.__writers == 0 && data.__wrphase_futex == 0 && data.__writers_futex == 0 &&
         data.__pad3 == 0 && data.__pad4 == 0;
}

Object& live_rwlock(const pthread_rwlock_t* lock) {
  Object& object = object_at(lock, ObjectKind::Rwlock);
  if (object.alive) return object;
  if (is_destroyed(object, lock)) misuse("the read-write lock at %p is used after it was destroyed", lock);
  if (!looks_initialised(*lock)) misuse("the read-write lock at %p is used before it was initialised", lock);
  unsigned kind = lock->__data.__flags;
  start(object,
        kind <= PTHREAD_RWLOCK_PREFER_WRITER_NONRECURSIVE_NP ? static_cast<int>(kind) : PTHREAD_RWLOCK_DEFAULT_NP);
  return object;
}

bool writes(const Object& lock, const Thread& t) { return lock.held && lock.owner == t.number; }

// Values of the operations: see operations.def.
uint64_t value_of_acquisition(const pthread_rwlock_t* address) {
  const Object* lock = find_object(address, ObjectKind::Rwlock);
  if (!lock || !lock->alive) return 0;
  const SharedHolding* holding = holding_of(lock->address, current_thread());
  return holding ? holding->count : writes(*lock, current_thread());
}

uint64_t value_of_release(const pthread_rwlock_t* address) {
  const Object* lock = find_object(address, ObjectKind::Rwlock);
  if (!lock || !lock->alive) return 0;
  if (writes(*lock, current_thread())) return kExclusively;
  const SharedHolding* holding = holding_of(lock->address, current_thread());
  return holding ? holding->count - 1u : 0;
}

// Virtual time. Readers do not meet each other: what time it is at their end waits for the next writer, in `extra`.
void meet_readers_too(Object& lock) {
  if (lock.now < lock.extra) lock.now = lock.extra;
  meet(lock);
}

void leave_time_to_writers(Object& lock) {
  if (lock.extra < current_thread().now) lock.extra = current_thread().now;
}

Object& announce_acquisition(Operation operation, pthread_rwlock_t* lock, uint64_t deadline = 0) {
  announce(Announcement{.operation = operation,
                        .object = reinterpret_cast<uint64_t>(lock),
                        .value = value_of_acquisition(lock),
                        .deadline = deadline});
  return live_rwlock(lock);
}

int acquire_for_reading(Object& lock) {
  Thread& self = current_thread();
  take_time_over(lock);
  if (writes(lock, self)) return EDEADLK;
  SharedHolding* holding = holding_of(lock.address, self);
  if (holding) {
    if (lock.type == PTHREAD_RWLOCK_PREFER_WRITER_NONRECURSIVE_NP)
      misuse(
          "thread %u read-locks the read-write lock at %p twice; the lock prefers writers, so a waiting writer "
          "would block it for ever",
          self.number, reinterpret_cast<void*>(lock.address));
    if (holding->count == UINT16_MAX) return EAGAIN;
    holding->count++;
  } else {
    if (model().shared_holding_count == kMaxSharedHoldings)
      fail_run(4, "the program holds more than %u read locks at a time", kMaxSharedHoldings);
    shared_holdings()[model().shared_holding_count++] = SharedHolding{lock.address, self.number, 1, selvage_call_site};
  }
  lock.count++;
  state_changed(lock.address);
  return 0;
}

int acquire_for_writing(Object& lock) {
  Thread& self = current_thread();
  meet_readers_too(lock);
  if (writes(lock, self)) return EDEADLK;
  lock.held = true;
  lock.owner = self.number;
  lock.site = selvage_call_site;
  state_changed(lock.address);
  return 0;
}

int report(int result) {
  if (result == EDEADLK) current_event().flags |= kEventMisuse;
  if (result) mark_failed();
  return result;
}

void note_taken(const Object& lock) {
  if (lock.held && !writes(lock, current_thread())) current_event().value |= kExclusively;
}

int busy(Object& lock) {
  take_time_over(lock);
  note_taken(lock);
  return report(EBUSY);
}

int timed_out(const Object& lock, uint64_t deadline) {
  pass_deadline(deadline);
  note_taken(lock);
  current_event().flags |= kEventTimedOut;
  return report(ETIMEDOUT);
}

int lock_before(pthread_rwlock_t* lock, bool writing, clockid_t clock, const timespec& time) {
  if (clock != CLOCK_REALTIME && clock != CLOCK_MONOTONIC) return EINVAL;
  if (time.tv_nsec < 0 || time.tv_nsec >= 1'000'000'000) return EINVAL;
  uint64_t deadline = deadline_of(clock, time);
  Object& object =
      announce_acquisition(writing ? Operation::RwlockTimedWriteLock : Operation::RwlockTimedReadLock, lock, deadline);
  bool written_by_another = object.held && !writes(object, current_thread());
  if (written_by_another || (writing && object.count > 0)) return timed_out(object, deadline);
  return report(writing ? acquire_for_writing(object) : acquire_for_reading(object));
}

const Object* pending_rwlock(const Thread& t) {
  const Object* object = find_object(reinterpret_cast<void*>(t.pending.object), ObjectKind::Rwlock);
  return object && object->alive ? object : nullptr;
}

}  // namespace

unsigned rwlock_read_outcomes(const Thread& t) {
  const Object* lock = pending_rwlock(t);
  return !lock || !lock->held || writes(*lock, t) || may_time_out(t);
}

unsigned rwlock_write_outcomes(const Thread& t) {
  const Object* lock = pending_rwlock(t);
  return !lock || (!lock->held && lock->count == 0) || writes(*lock, t) || may_time_out(t);
}

}  // namespace selvage::runtime

using namespace selvage;
using namespace selvage::runtime;

SELVAGE_INTERCEPT int pthread_rwlock_init(pthread_rwlock_t* lock, const pthread_rwlockattr_t* attributes) {
  if (!modelling()) return REAL(pthread_rwlock_init)(lock, attributes);
  announce(Operation::RwlockInit, lock);
  Object& object = object_at(lock, ObjectKind::Rwlock);
  if (object.alive && (object.held || object.count > 0))
    misuse("the read-write lock at %p is initialised while it is locked", lock);
  int kind = PTHREAD_RWLOCK_DEFAULT_NP;
  if (attributes) pthread_rwlockattr_getkind_np(attributes, &kind);
  start(object, kind);
  meet(object);
  return 0;
}

SELVAGE_INTERCEPT int pthread_rwlock_destroy(pthread_rwlock_t* lock) {
  if (!modelling()) return REAL(pthread_rwlock_destroy)(lock);
  announce(Operation::RwlockDestroy, lock);
  Object& object = live_rwlock(lock);
  if (object.held) misuse("the read-write lock at %p is destroyed while thread %u writes", lock, object.owner);
  if (object.count > 0) misuse("the read-write lock at %p is destroyed while it is read-locked", lock);
  meet_readers_too(object);
  mark_destroyed(object, lock);
  return 0;
}

SELVAGE_INTERCEPT int pthread_rwlock_rdlock(pthread_rwlock_t* lock) {
  if (!modelling()) return REAL(pthread_rwlock_rdlock)(lock);
  return report(acquire_for_reading(announce_acquisition(Operation::RwlockReadLock, lock)));
}

SELVAGE_INTERCEPT int pthread_rwlock_wrlock(pthread_rwlock_t* lock) {
  if (!modelling()) return REAL(pthread_rwlock_wrlock)(lock);
  return report(acquire_for_writing(announce_acquisition(Operation::RwlockWriteLock, lock)));
}

SELVAGE_INTERCEPT int pthread_rwlock_tryrdlock(pthread_rwlock_t* lock) {
  if (!modelling()) return REAL(pthread_rwlock_tryrdlock)(lock);
  Object& object = announce_acquisition(Operation::RwlockTryReadLock, lock);
  return object.held ? busy(object) : report(acquire_for_reading(object));
}

SELVAGE_INTERCEPT int pthread_rwlock_trywrlock(pthread_rwlock_t* lock) {
  if (!modelling()) return REAL(pthread_rwlock_trywrlock)(lock);
  Object& object = announce_acquisition(Operation::RwlockTryWriteLock, lock);
  return object.held || object.count > 0 ? busy(object) : report(acquire_for_writing(object));
}

SELVAGE_INTERCEPT int pthread_rwlock_timedrdlock(pthread_rwlock_t* lock, const timespec* time) {
  if (!modelling()) return REAL(pthread_rwlock_timedrdlock)(lock, time);
  return lock_before(lock, false, CLOCK_REALTIME, *time);
}

SELVAGE_INTERCEPT int pthread_rwlock_timedwrlock(pthread_rwlock_t* lock, const timespec* time) {
  if (!modelling()) return REAL(pthread_rwlock_timedwrlock)(lock, time);
  return lock_before(lock, true, CLOCK_REALTIME, *time);
}

SELVAGE_INTERCEPT int pthread_rwlock_clockrdlock(pthread_rwlock_t* lock, clockid_t clock, const timespec* time) {
  if (!modelling()) return REAL(pthread_rwlock_clockrdlock)(lock, clock, time);
  return lock_before(lock, false, clock, *time);
}

SELVAGE_INTERCEPT int pthread_rwlock_clockwrlock(pthread_rwlock_t* lock, clockid_t clock, const timespec* time) {
  if (!modelling()) return REAL(pthread_rwlock_clockwrlock)(lock, clock, time);
  return lock_before(lock, true, clock, *time);
}

SELVAGE_INTERCEPT int pthread_rwlock_unlock(pthread_rwlock_t* lock) {
  if (!modelling()) return REAL(pthread_rwlock_unlock)(lock);
  announce(Operation::RwlockUnlock, lock, value_of_release(lock));
  Object& object = live_rwlock(lock);
  Thread& self = current_thread();
  if (writes(object, self)) {
    meet(object);
    object.held = false;
  } else if (SharedHolding* holding = holding_of(object.address, self)) {
    leave_time_to_writers(object);
    if (--holding->count == 0) remove_holding(*holding);
    object.count--;
  } else if (object.held) {
    misuse("thread %u unlocks the read-write lock at %p, which thread %u holds", self.number, lock, object.owner);
  } else if (object.count > 0) {
    misuse("thread %u unlocks the read-write lock at %p, which only other threads hold", self.number, lock);
  } else {
    misuse("the read-write lock at %p is unlocked, but it is not locked", lock);
  }
  state_changed(lock);
  return 0;
}
