// pthread_once.
#include "runtime/once.h"

#include "contract/hooks.h"
#include "runtime/enabledness.h"
#include "runtime/host.h"
#include "runtime/once_routine.h"
#include "runtime/outcome.h"
#include "runtime/real.h"
#include "runtime/scheduler.h"
#include "runtime/time.h"

namespace selvage::runtime {

namespace {

// What the C library stores in a pthread_once_t.
inline constexpr pthread_once_t kNotDone = PTHREAD_ONCE_INIT;
inline constexpr pthread_once_t kRunning = 1;
inline constexpr pthread_once_t kDone = 2;

void finish_done(void* control) { *static_cast<pthread_once_t*>(control) = kDone; }
void finish_abandoned(void* control) { *static_cast<pthread_once_t*>(control) = kNotDone; }

void abandon(void* control) { end_once(control, false, finish_abandoned); }

}  // namespace

Object& begin_once(const void* control) {
  announce(Operation::OnceBegin, control);
  Object& once = object_at(control, ObjectKind::Once);
  once.alive = true;
  meet(once);
  return once;
}

void hold_once(Object& once) {
  once.held = true;
  once.owner = current_thread().number;
  once.site = selvage_call_site;
  current_event().value = 1;
  state_changed(once.address);
}

void end_once(const void* control, bool done, void (*finish)(void*)) {
  announce(Operation::OnceEnd, control);
  if (!done) mark_failed();
  finish(const_cast<void*>(control));
  Object& once = object_at(control, ObjectKind::Once);
  once.held = false;
  meet(once);
  state_changed(control);
}

// A thread that comes back to what it is itself initialising blocks as well, and for ever.
unsigned once_outcomes(const Thread& t) {
  const Object* once = find_object(reinterpret_cast<void*>(t.pending.object), ObjectKind::Once);
  return !once || !once->held;
}

}  // namespace selvage::runtime

using namespace selvage;
using namespace selvage::runtime;

SELVAGE_INTERCEPT int pthread_once(pthread_once_t* control, void (*routine)()) {
  if (!modelling()) return REAL(pthread_once)(control, routine);
  // Done before the model began, and so for ever: the unwinder's own initialisation, which every throw asks for.
  if (*control == kDone && !find_object(control, ObjectKind::Once)) return 0;
  Object& once = begin_once(control);
  if (*control == kDone) return 0;
  if (*control != kNotDone) misuse("the pthread_once_t at %p was not initialised with PTHREAD_ONCE_INIT", control);
  *control = kRunning;
  hold_once(once);
  selvage_call_once_routine(routine, control, abandon);
  end_once(control, true, finish_done);
  return 0;
}
