// Spinlocks. A thread that spins is a blocked thread: the model does not turn the loop.
#include "contract/hooks.h"
#include "runtime/enabledness.h"
#include "runtime/host.h"
#include "runtime/mutex.h"
#include "runtime/outcome.h"
#include "runtime/real.h"
#include "runtime/scheduler.h"
#include "runtime/time.h"

namespace selvage::runtime {

namespace {

// There is no static initialiser for spinlocks.
Object& live_spinlock(pthread_spinlock_t* lock) {
  Object& object = object_at(const_cast<const int*>(lock), ObjectKind::Spinlock);
  if (object.alive) return object;
  if (object.flags & kDestroyed) misuse("the spinlock at %p is used after it was destroyed", lock);
  misuse("the spinlock at %p is used before it was initialised", lock);
}

void take(Object& lock) {
  lock.held = true;
  lock.owner = current_thread().number;
  lock.site = selvage_call_site;
  meet(lock);
  state_changed(lock.address);
}

}  // namespace

unsigned spinlock_outcomes(const Thread& t) {
  const Object* object = find_object(reinterpret_cast<void*>(t.pending.object), ObjectKind::Spinlock);
  return !object || !object->alive || !object->held;
}

}  // namespace selvage::runtime

using namespace selvage;
using namespace selvage::runtime;

SELVAGE_INTERCEPT int pthread_spin_init(pthread_spinlock_t* lock, int shared) {
  if (!modelling()) return REAL(pthread_spin_init)(lock, shared);
  announce(Operation::SpinInit, lock);
  Object& object = object_at(const_cast<const int*>(lock), ObjectKind::Spinlock);
  if (object.alive && object.held) misuse("the spinlock at %p is initialised while it is locked", lock);
  object.alive = true;
  object.flags = 0;
  object.held = false;
  meet(object);
  return 0;
}

SELVAGE_INTERCEPT int pthread_spin_destroy(pthread_spinlock_t* lock) {
  if (!modelling()) return REAL(pthread_spin_destroy)(lock);
  announce(Operation::SpinDestroy, lock);
  Object& object = live_spinlock(lock);
  if (object.held) misuse("the spinlock at %p is destroyed while thread %u holds it", lock, object.owner);
  object.alive = false;
  object.flags = kDestroyed;
  return 0;
}

SELVAGE_INTERCEPT int pthread_spin_lock(pthread_spinlock_t* lock) {
  if (!modelling()) return REAL(pthread_spin_lock)(lock);
  announce(Operation::SpinLock, lock);
  take(live_spinlock(lock));
  return 0;
}

SELVAGE_INTERCEPT int pthread_spin_trylock(pthread_spinlock_t* lock) {
  if (!modelling()) return REAL(pthread_spin_trylock)(lock);
  announce(Operation::SpinTryLock, lock);
  Object& object = live_spinlock(lock);
  if (object.held) {
    meet(object);
    mark_failed();
    return EBUSY;
  }
  take(object);
  return 0;
}

SELVAGE_INTERCEPT int pthread_spin_unlock(pthread_spinlock_t* lock) {
  if (!modelling()) return REAL(pthread_spin_unlock)(lock);
  announce(Operation::SpinUnlock, lock);
  Object& object = live_spinlock(lock);
  if (!object.held) misuse("the spinlock at %p is unlocked, but it is not locked", lock);
  if (object.owner != current_thread().number)
    misuse("thread %u unlocks the spinlock at %p, which thread %u holds", current_thread().number, lock, object.owner);
  object.held = false;
  meet(object);
  state_changed(lock);
  return 0;
}
