// flockfile and its kin.
#include "runtime/enabledness.h"
#include "runtime/library_state.h"
#include "runtime/outcome.h"
#include "runtime/real.h"
#include "runtime/scheduler.h"
#include "runtime/streams.h"

namespace selvage::runtime {

namespace {

inline constexpr uint32_t kTry = 1;  // detail of a StreamLock that does not wait

bool held_by_another(const Object* object, const Thread& self) {
  return object && object->held && object->owner != self.number;
}

Object& stream_object(FILE* stream) { return object_at(stream, ObjectKind::Stream); }

void take(Object& object) {
  Thread& self = current_thread();
  object.owner = self.number;
  object.count = object.held ? object.count + 1 : 1;
  object.held = object.alive = true;  // alive: forgotten when the stream is freed
}

// How often the current thread holds it.
uint32_t times_held(FILE* stream) {
  const Object* object = find_object(stream, ObjectKind::Stream);
  return object && object->held && object->owner == current_thread().number ? object->count : 0;
}

void lock_stream(FILE* stream) {
  announce(Operation::StreamLock, stream, times_held(stream));
  take(stream_object(stream));
  state_changed(stream);
}

}  // namespace

unsigned stream_lock_outcomes(const Thread& t) {
  if (t.pending.detail == kTry) return 1;
  return !held_by_another(find_object(reinterpret_cast<void*>(t.pending.object), ObjectKind::Stream), t);
}

void use_stream(FILE* stream) {
  if (exploring() && held_by_another(find_object(stream, ObjectKind::Stream), current_thread()))
    announce(Operation::StreamLock, stream);
  update_stream(stream);
}

}  // namespace selvage::runtime

using namespace selvage;
using namespace selvage::runtime;

SELVAGE_INTERCEPT void flockfile(FILE* stream) {
  if (modelling())
    lock_stream(stream);
  else
    REAL(flockfile)(stream);
}

SELVAGE_INTERCEPT int ftrylockfile(FILE* stream) {
  if (!modelling()) return REAL(ftrylockfile)(stream);
  announce(Announcement{.operation = Operation::StreamLock,
                        .object = reinterpret_cast<uint64_t>(stream),
                        .value = times_held(stream),
                        .detail = kTry});
  current_event().flags |= kEventTimed;  // it does not wait
  Object& object = stream_object(stream);
  if (held_by_another(&object, current_thread())) {
    mark_failed();
    return EBUSY;
  }
  take(object);
  state_changed(stream);
  return 0;
}

SELVAGE_INTERCEPT void funlockfile(FILE* stream) {
  if (!modelling()) return REAL(funlockfile)(stream);
  uint32_t held = times_held(stream);
  announce(Operation::StreamUnlock, stream, held ? held - 1 : 0);
  Object& object = stream_object(stream);
  if (!object.held || object.owner != current_thread().number)
    misuse("thread %u unlocks the stream at %p, which it has not locked", current_thread().number, stream);
  if (--object.count == 0) object.held = false;
  state_changed(stream);
}
