// Scheduling points of threads that are followed through their loops: accesses and attempts with which they may wait.
#include <string.h>

#include "contract/hooks.h"
#include "runtime/choosing.h"
#include "runtime/chosen_points.h"
#include "runtime/host.h"
#include "runtime/joined_looks.h"
#include "runtime/look_ahead.h"
#include "runtime/loops.h"
#include "runtime/rounds.h"
#include "runtime/scheduler.h"
#include "runtime/sharing.h"
#include "runtime/spinning.h"
#include "runtime/trace.h"

namespace selvage::runtime {

void remember(const Thread& self, const void* address, uint32_t size) {
  switch (size) {
    case 1:
      return remember_write(self, address, size, *static_cast<const volatile uint8_t*>(address));
    case 2:
      return remember_write(self, address, size, *static_cast<const volatile uint16_t*>(address));
    case 4:
      return remember_write(self, address, size, *static_cast<const volatile uint32_t*>(address));
    case 8:
      return remember_write(self, address, size, *static_cast<const volatile uint64_t*>(address));
    default:
      return remember_without_bytes(self, reinterpret_cast<uint64_t>(address), size);
  }
}

namespace {

unsigned announce_operation(Thread& self, const Announcement& announcement) {
  self.pending = Pending{announcement.operation,
                         self.attempts_in_loop ? uint8_t{kEventSpin} : announcement.flags,
                         0,
                         announcement.size,
                         selvage_call_site,
                         announcement.detail,
                         announcement.object,
                         announcement.value,
                         announcement.deadline};
  return announce_pending();
}

// An attempt to take a lock, in a loop that makes it again where it fails: it waits for the lock.
[[gnu::noinline]] unsigned announce_attempt(Thread& self, const Announcement& announcement, Object* object) {
  if (selvage_save_context(&loop_state(self).context)) return 0;
  self.attempts_in_loop = would_come_back_failing(self, object);
  if (self.attempts_in_loop) note_waiting_loop(loop_site(self));
  unsigned result = announce_operation(self, announcement);
  self.attempts_in_loop = false;
  note_attempt(self, announcement.operation, announcement.object);
  return result;
}

// The access is announced as any other. Returns what wait_in_loop does.
bool wait_without_loop(Thread& self) {
  LoopState& s = loop_state(self);
  s.joins_update = s.update_follows = false;
  s.loop_wait = 0;
  evaluate(self);
  do {
    wait_to_be_chosen(self);
  } while (wants_attention(self) && attend(self) != Attention::Perform);
  return false;
}

// The announced access is to a place where the thread may wait by going round a loop. True: the program runs ahead.
[[gnu::noinline]] bool wait_in_loop(Thread& self) {
  const Pending announced = self.pending;
  for (;;) {
    loop_state(self).look = announced;
    if (selvage_save_context(&loop_state(self).context)) return true;
    look_ahead(self);
    model().conditional.insert(self.number);
    evaluate(self);
    wait_to_be_chosen(self);
    model().conditional.erase(self.number);
    if (!wants_attention(self) || attend(self) == Attention::Perform) break;
    // A signal was handled, behind which there is no loop that the access could be waiting in.
    if (!may_wait_in_loop(self, announced.operation, announced.size)) return wait_without_loop(self);
  }
  LoopState& s = loop_state(self);
  if (!model().looking_ahead.contains(self.number)) s.joins_update = false;
  s.loop_wait = events_matter() ? loop_wait_of(self) : 0;
  if (events_matter()) check_joined_looks(self);
  stop_looking_ahead(self);
  if (!s.joins_update) self.pending = announced;
  s.update_follows = s.joins_update;
  evaluate(self);
  if (s.loop_wait != 0) self.pending.flags |= kEventSpin;
  return false;
}

// The event of the access is the one to be completed.
void record_with_access(Thread& self, const Pending& more) {
  Host& h = host();
  Event* access = h.last_event;
  Pending pending = self.pending;
  self.pending = more;
  record_local_event(self);
  self.pending = pending;
  h.last_event = access;
}

void record_loop_wait(Thread& self) {
  const Pending& p = self.pending;
  record_with_access(self,
                     Pending{Operation::SpinWait, 0, 0, p.size, p.site, 0, p.object, loop_state(self).loop_wait, 0});
}

// The step is that of the update.
void record_joined_look(Thread& self) {
  LoopState& s = loop_state(self);
  s.step_event = host().last_event;
  Pending look = s.look;
  look.flags |= kEventSpin;
  memcpy(&look.value, reinterpret_cast<const void*>(look.object), look.size);
  record_with_access(self, look);
}

// It goes with the look before it.
void update_after_look(Thread& self, Operation operation, const void* address, uint32_t size) {
  LoopState& s = loop_state(self);
  s.update_follows = false;
  settle(self);
  self.follows_loops = false;
  for (uint32_t i = 0; i < s.loop_count; i++) self.follows_loops |= !s.loops[i].changed;
  host().last_event = s.step_event;
  note_shared_access(self, operation, address, size);
  remember(self, address, size);
}

// It has gone round a loop without changing anything, and may do so for ever.
bool goes_round_in_vain(const Thread& self) {
  const LoopState& s = loop_state(self);
  for (uint32_t i = 0; i < s.loop_count; i++)
    if (s.loops[i].went_round) return true;
  return false;
}

}  // namespace

void announce_access_in_loop(Thread& self, Operation operation, const void* address, uint32_t size, uint64_t value,
                             uint32_t site, uint8_t flags) {
  if (running_ahead())
    return access_ahead(Pending{operation, flags, 0, size, site, 0, reinterpret_cast<uint64_t>(address), value, 0});
  settle(self);
  if (only_watched(self, operation, reinterpret_cast<uint64_t>(address), size)) {
    if (self.follows_rounds && modifies(operation)) note_own_write(self, address, size);
    note_own_access(self, operation, address, size);
    if (host().flags & kRecordValues) [[unlikely]]
      record_watched(self, Pending{operation, flags, 0, size, site, 0, reinterpret_cast<uint64_t>(address), value, 0});
    return;
  }
  if (loop_state(self).update_follows) return update_after_look(self, operation, address, size);
  self.pending = Pending{operation, flags, 0, size, site, 0, reinterpret_cast<uint64_t>(address), value, 0};
  // To wait is to let others run, whatever the set of points.
  bool may_be_next = may_be_point(operation, site) || goes_round_in_vain(self);
  if (model().atomic_depth > 0 || !may_be_next ||
      (!begins_round(self) && !is_chosen_instruction(operation, site) && is_guarded(self.pending.object, size))) {
    record_event_in_step(self);
  } else if (may_wait_in_loop(self, operation, size)) {
    if (wait_in_loop(self)) return;
    record_event(self);
    if (self.pending.flags & kEventSpin) record_loop_wait(self);
    if (loop_state(self).update_follows) record_joined_look(self);
  } else {
    do {
      wait_to_be_chosen(self);
    } while (wants_attention(self) && attend(self) != Attention::Perform);
    record_event(self);
  }
  note_shared_access(self, operation, address, size);
  if (modifies(operation)) remember(self, address, size);
  self.pending.operation = Operation::None;
}

void announce_look(Thread& self, const Pending& look) {
  self.pending = look;
  self.pending.flags &= static_cast<uint8_t>(~kEventAcquire);
  bool is_point =
      may_be_point(look.operation, look.site) &&
      (begins_round(self) || is_chosen_instruction(look.operation, look.site) || !is_guarded(look.object, look.size));
  if (is_point) {
    do {
      wait_to_be_chosen(self);
    } while (wants_attention(self) && attend(self) != Attention::Perform);
    record_event(self);
  } else {
    record_event_in_step(self);
  }
  note_shared_access(self, look.operation, reinterpret_cast<const void*>(look.object), look.size);
  self.pending.operation = Operation::None;
}

unsigned announce_in_loop(const Announcement& announcement) {
  Thread& self = current_thread();
  bool is_cancellation_point =
      announcement.operation == Operation::Sleep || announcement.operation == Operation::TestCancel;
  bool gives_way = announcement.operation == Operation::Yield || is_cancellation_point;
  if (is_cancellation_point) note_sleep(self);
  if (running_ahead()) {
    if (!gives_way) stop_ahead(mix_state(selvage_call_site, announcement.object));
    give_way_ahead();
    return 0;
  }
  settle(self);
  if (gives_way) return announce_operation(self, announcement);
  Object* object = nullptr;
  if (may_attempt_in_loop(self, announcement.operation, announcement.object, object))
    return announce_attempt(self, announcement, object);
  unsigned result = announce_operation(self, announcement);
  // A thread that a schedule leads past a header has not stood there.
  if (announcement.operation != Operation::ComeRound || result != kHeaderPassed) note_change(self);
  return result;
}

}  // namespace selvage::runtime
