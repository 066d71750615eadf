// Barriers. Each thread arrives, and all but the last then leave once their generation is complete. A barrier may be
// destroyed as soon as its generation is complete: those that still have to leave no longer need it.
#include "runtime/enabledness.h"
#include "runtime/host.h"
#include "runtime/mutex.h"
#include "runtime/outcome.h"
#include "runtime/real.h"
#include "runtime/scheduler.h"
#include "runtime/time.h"

namespace selvage::runtime {

namespace {

// Object::limit is how many threads make a generation, ::count how many of them have arrived, ::value the number of
// generations completed.
Object& live_barrier(const pthread_barrier_t* barrier) {
  Object& object = object_at(barrier, ObjectKind::Barrier);
  if (object.alive) return object;
  if (object.flags & kDestroyed) misuse("the barrier at %p is used after it was destroyed", barrier);
  misuse("the barrier at %p is used before it was initialised", barrier);
}

}  // namespace

unsigned barrier_leave_outcomes(const Thread& t) {
  const Object* object = find_object(reinterpret_cast<void*>(t.pending.object), ObjectKind::Barrier);
  return !object || !object->alive || object->value != t.pending.value;
}

}  // namespace selvage::runtime

using namespace selvage;
using namespace selvage::runtime;

SELVAGE_INTERCEPT int pthread_barrier_init(pthread_barrier_t* barrier, const pthread_barrierattr_t* attributes,
                                           unsigned count) {
  if (!modelling()) return REAL(pthread_barrier_init)(barrier, attributes, count);
  if (count == 0 || count > INT32_MAX) return EINVAL;
  announce(Operation::BarrierInit, barrier, count);
  Object& object = object_at(barrier, ObjectKind::Barrier);
  if (object.alive && object.count > 0) misuse("the barrier at %p is initialised while threads wait at it", barrier);
  object.alive = true;
  object.flags = 0;
  object.count = 0;
  object.limit = count;
  object.value++;  // whoever still has to leave a barrier that was here before belongs to an earlier generation
  meet(object);
  return 0;
}

SELVAGE_INTERCEPT int pthread_barrier_destroy(pthread_barrier_t* barrier) {
  if (!modelling()) return REAL(pthread_barrier_destroy)(barrier);
  announce(Operation::BarrierDestroy, barrier);
  Object& object = live_barrier(barrier);
  if (object.count > 0) misuse("the barrier at %p is destroyed while threads wait at it", barrier);
  object.alive = false;
  object.flags = kDestroyed;
  meet(object);
  return 0;
}

SELVAGE_INTERCEPT int pthread_barrier_wait(pthread_barrier_t* barrier) {
  if (!modelling()) return REAL(pthread_barrier_wait)(barrier);
  announce(Operation::BarrierArrive, barrier);
  Object& object = live_barrier(barrier);
  meet(object);
  uint64_t generation = object.value;
  current_event().value = generation;
  if (++object.count == object.limit) {
    object.count = 0;
    object.value++;
    state_changed(barrier);
    return PTHREAD_BARRIER_SERIAL_THREAD;
  }
  announce(Operation::BarrierLeave, barrier, generation);
  meet(object);
  return 0;
}
