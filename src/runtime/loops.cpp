#include "runtime/loops.h"

#include <errno.h>
#include <string.h>

#include "contract/hooks.h"
#include "runtime/drawing.h"
#include "runtime/enabledness.h"
#include "runtime/livelock.h"
#include "runtime/look_ahead.h"
#include "runtime/outcome.h"
#include "runtime/rounds.h"
#include "runtime/scheduler.h"
#include "runtime/sharing.h"

namespace selvage::runtime {

namespace {

bool same_bytes(const OwnWrite& write) {
  return memcmp(reinterpret_cast<const void*>(write.address), write.before, write.size) == 0;
}

bool is_on_stack(const Thread& t, const OwnWrite& write) {
  return write.address >= t.stack_low && write.address < t.stack_high;
}

// At the header the bytes are what they were when the iteration began. A local variable may have had no value before the
// first iteration: what was there was left by calls, the runtime's own among them, and says nothing.
bool is_as_before(const Thread& t, const LoopVisit& loop, const OwnWrite& write) {
  if (is_on_stack(t, write)) {
    if (write.address + write.size <= loop.stack) return true;
    if (loop.is_first) return false;
  }
  return same_bytes(write);
}

bool covers(const OwnWrites& writes, uint32_t from, const OwnWrite& other) {
  for (uint32_t i = from; i < writes.count; i++)
    if (writes.entries[i].address == other.address && writes.entries[i].size >= other.size) return true;
  return false;
}

// What was noted of an iteration still counts for the loops around it. What is known already of the present iteration of the
// loop around it is dropped: that is part of those of all others.
void keep_for_outer_loops(LoopState& s, const LoopVisit& loop) {
  const LoopVisit* outer = &loop == s.loops ? nullptr : &loop - 1;
  uint32_t first_write = outer ? outer->writes_begin : 0, first_look = outer ? outer->looks_begin : 0;
  uint32_t kept = loop.writes_begin;
  for (uint32_t i = kept; i < s.writes.count; i++) {
    bool known = false;
    for (uint32_t k = first_write; k < kept; k++)
      known |= s.writes.entries[k].address == s.writes.entries[i].address &&
               s.writes.entries[k].size == s.writes.entries[i].size;
    if (!known) s.writes.entries[kept++] = s.writes.entries[i];
  }
  s.writes.count = kept;
  kept = loop.looks_begin;
  for (uint32_t i = kept; i < s.look_count; i++) {
    bool known = false;
    for (uint32_t k = first_look; k < kept; k++)
      known |= s.looks[k].address == s.looks[i].address && s.looks[k].size == s.looks[i].size &&
               s.looks[k].value == s.looks[i].value;
    if (!known) s.looks[kept++] = s.looks[i];
  }
  s.look_count = kept;
}

void begin_iteration(LoopState& s, LoopVisit& loop, uint64_t state) {
  loop.state = state;
  loop.error_number = errno;
  loop.looks_begin = static_cast<uint8_t>(s.look_count);
  loop.writes_begin = static_cast<uint8_t>(s.writes.count);
  loop.accesses = 0;
  loop.is_first = false;
  loop.changed = false;
  loop.slept = false;
  loop.polled = false;
}

LoopVisit& enter_loop(LoopState& s, uint64_t activation, uint32_t site) {
  if (s.loop_count == kMaxLoops) {
    memmove(s.loops, s.loops + 1, (kMaxLoops - 1) * sizeof(LoopVisit));
    s.loop_count--;
  }
  LoopVisit& loop = s.loops[s.loop_count++];
  loop = LoopVisit{};
  loop.activation = activation;
  loop.site = site;
  return loop;
}

// The thread goes round without looking at anything that is known to be shared. With Sharing::Dynamic all that it reads
// in the next iteration is reported, for the search to start over; where it reads nothing it will never go on.
void go_round_for_ever(LoopVisit& loop, bool& wants_locations, bool slept) {
  if (model().atomic_depth > 0) return;
  if (host().configuration.sharing == Sharing::Dynamic && !wants_locations) {
    wants_locations = true;
    return;
  }
  if (host().found_count > 0)
    finish_execution(Outcome::StepLimit, "thread %u waits for memory that was not known to be shared",
                     current_thread().number);
  selvage_call_site = loop.site;
  announce(Announcement{.operation = Operation::SpinWait, .value = slept, .detail = loop.site});
}

// The same where it comes back only after several iterations. That it will never go on is not certain then.
void want_all_locations(LoopVisit& loop) {
  if (model().atomic_depth > 0 || host().configuration.sharing != Sharing::Dynamic) return;
  if (loop.wants_all && host().found_count > 0)
    finish_execution(Outcome::StepLimit, "thread %u waits for memory that was not known to be shared",
                     current_thread().number);
  loop.wants_all = true;
}

// The thread has come round a loop by steps that changed nothing on the whole. It waits until the execution ends, unless that
// is drawn: then it goes on at once.
void wait_for_the_end(const LoopVisit& loop) {
  Thread& self = current_thread();
  give_way(self);
  if (model().atomic_depth > 0 || self.number >= kMaxFollowed) return;
  if (!draws(host().policy)) note_waiting_loop(loop.site);
  note_came_round(self);
  selvage_call_site = loop.site;
  announce(Announcement{.operation = Operation::ComeRound, .detail = loop.site});
}

// Following rounds costs a program that has loops, and goes round them a few times, several times as much as everything
// else. So a search begins without, and starts over when a thread has gone round more often.
void count_round(const Thread& self, LoopVisit& loop) {
  constexpr uint16_t kMany = 8;
  if (is_shared(kManyRounds) || self.number >= kMaxFollowed || ++loop.rounds < kMany) return;
  note_found(kManyRounds);
  finish_execution(Outcome::StepLimit, "thread %u goes round a loop", self.number);
}

void visit(Thread& self, uint64_t activation, uint64_t state, uint32_t site, uint64_t frame, uint64_t stack) {
  LoopState& s = loop_state(self);
  settle(self);
  LoopVisit* loop = find_loop(s, activation);
  if (!loop) {
    loop = &enter_loop(s, activation, site);
    loop->frame = frame;
    loop->stack = stack;
    begin_rounds(self, *loop);
    comes_round(self, *loop, state);
    begin_iteration(s, *loop, state);
    loop->is_first = true;
    self.follows_loops = true;
    return;
  }
  s.loop_count = static_cast<uint32_t>(loop - s.loops) + 1;
  loop->stack = stack;
  bool back = comes_back(self, *loop, state, nullptr);
  bool looked = loop->accesses != 0, slept = loop->slept;
  // Threads that show a livelock go on from their headers as if something had changed. That nothing did is part of the state
  // that they come back to.
  bool is_shown = model().shows_livelock && !model().goes_on_fairly;
  loop->went_round = back || (is_shown && loop->went_round);
  if (back) {
    // It could as well not have been: the loops around it need not know of it.
    s.look_count = loop->looks_begin;
    s.writes.count = loop->writes_begin;
  } else {
    keep_for_outer_loops(s, *loop);
    loop->wants_locations = false;
  }
  begin_iteration(s, *loop, state);
  self.follows_loops = true;
  if (self.number < kMaxFollowed) model().gave_way |= uint32_t{1} << self.number;
  count_round(self, *loop);
  switch (comes_round(self, *loop, state)) {
    case Round::GoesOn:
      break;
    case Round::Back:
      return wait_for_the_end(*loop);
    case Round::BackWithoutSteps:
      if (!back) want_all_locations(*loop);
  }
  if (back && !looked) go_round_for_ever(*loop, loop->wants_locations, slept);
}

// The same was found in the present iteration of the innermost loop, and of all others.
bool is_noted(const LoopState& s, const Look& look) {
  uint32_t from = s.loop_count ? s.loops[s.loop_count - 1].looks_begin : 0;
  for (uint32_t i = from; i < s.look_count; i++)
    if (s.looks[i].address == look.address && s.looks[i].size == look.size && s.looks[i].value == look.value)
      return true;
  return false;
}

// False: no room.
bool note_look(LoopState& s, const Look& look) {
  if (!is_noted(s, look)) {
    if (s.look_count == kMaxLooks) return false;
    s.looks[s.look_count++] = look;
  }
  for (uint32_t i = 0; i < s.loop_count; i++)
    if (s.loops[i].accesses < UINT16_MAX) s.loops[i].accesses++;
  return true;
}

// What it did still counts for the loops around it.
void leave_loop(Thread& self, const LoopVisit& loop) {
  LoopState& s = loop_state(self);
  settle(self);
  s.loop_count = static_cast<uint32_t>(&loop - s.loops);
  self.follows_rounds = s.loop_count > 0;
  self.follows_loops = s.update_follows;
  for (uint32_t i = 0; i < s.loop_count; i++) self.follows_loops |= !s.loops[i].changed;
  if (self.follows_loops) {
    if (!loop.changed) keep_for_outer_loops(s, loop);
  } else {
    s.look_count = s.writes.count = 0;
  }
}

}  // namespace

bool OwnWrites::add(uint32_t from, const void* address, uint64_t size) {
  auto at = reinterpret_cast<uint64_t>(address);
  if (size > kMaxBytes) return false;
  for (uint32_t i = from; i < count; i++)
    if (entries[i].address == at && entries[i].size >= size) return true;
  if (count == kMaxOwnWrites) return false;
  OwnWrite& entry = entries[count];
  entry.address = at;
  entry.size = static_cast<uint32_t>(size);
  memcpy(entry.before, address, size);
  // Where the address is none, the fault comes before the entry counts: else undoing it would fault again, for ever.
  __asm__ volatile("" ::: "memory");
  count++;
  return true;
}

LoopVisit* find_loop(LoopState& s, uint64_t activation) {
  for (uint32_t i = s.loop_count; i-- > 0;)
    if (s.loops[i].activation == activation) return &s.loops[i];
  return nullptr;
}

// What lies above the stack pointer is in use; a frame that came later in place of the function's returns elsewhere.
bool is_in_endless_function(const Thread& t, const void* stack_pointer) {
  return t.endless_place != nullptr && stack_pointer < t.endless_place && *t.endless_place == t.endless_return;
}

void change_in_loops(Thread& self) {
  if (running_ahead()) stop_ahead(selvage_call_site);
  LoopState& s = loop_state(self);
  for (uint32_t i = 0; i < s.loop_count; i++) {
    s.loops[i].changed = true;
    s.loops[i].looks_begin = s.loops[i].writes_begin = 0;
  }
  s.look_count = s.writes.count = 0;
  s.unsettled = false;
  self.follows_loops = s.update_follows;
}

void settle(Thread& self) {
  LoopState& s = loop_state(self);
  if (!s.unsettled) return;
  s.unsettled = false;
  if (!same_bytes(s.announced)) change_in_loops(self);
}

void note_shared_access(Thread& self, Operation operation, const void* address, uint32_t size) {
  LoopState& s = loop_state(self);
  if (!self.follows_loops || operation == Operation::Fence) return;
  if (size > 8 || size == 0) return change_in_loops(self);
  Look look{reinterpret_cast<uint64_t>(address), 0, size};
  memcpy(&look.value, address, size);
  if (!note_look(s, look)) return change_in_loops(self);
  if (operation == Operation::Read || operation == Operation::AtomicLoad) return;
  s.unsettled = true;
  s.announced.address = reinterpret_cast<uint64_t>(address);
  s.announced.size = size;
  memcpy(s.announced.before, address, size);
}

void note_attempt(Thread& self, Operation operation, uint64_t object) {
  LoopState& s = loop_state(self);
  if (!self.follows_loops) return;
  bool noted = is_in_vain(self, operation, object) && note_look(s, Look{object, static_cast<uint64_t>(operation), 0});
  if (!noted) change_in_loops(self);
}

void note_own_access(Thread& self, Operation operation, const void* address, uint32_t size) {
  LoopState& s = loop_state(self);
  if (!self.follows_loops) return;
  bool reads = operation == Operation::Read || operation == Operation::AtomicLoad;
  // An update that leaves everything as it was is how locks are waited for.
  bool looks = reads || (operation != Operation::Write && operation != Operation::AtomicStore);
  bool wanted = looks && host().unseen_code;
  for (uint32_t i = 0; i < s.loop_count; i++) wanted |= (looks && s.loops[i].wants_locations) || s.loops[i].wants_all;
  if (wanted) note_polled(address, size);
  if (reads) return;
  uint32_t from = s.loop_count ? s.loops[s.loop_count - 1].writes_begin : 0;
  if (!s.writes.add(from, address, size)) change_in_loops(self);
}

void note_sleep(Thread& self) {
  LoopState& s = loop_state(self);
  if (running_ahead()) s.sleeps_ahead = true;
  for (uint32_t i = 0; !running_ahead() && i < s.loop_count; i++) s.loops[i].slept = true;
}

bool comes_back(const Thread& t, const LoopVisit& loop, uint64_t state, const OwnWrites* more) {
  const LoopState& s = loop_state(t);
  if (loop.changed || loop.state != state || loop.error_number != errno) return false;
  for (uint32_t i = loop.writes_begin; i < s.writes.count; i++) {
    bool first = true;  // what it was before counts, not what it was in between
    for (uint32_t k = loop.writes_begin; k < i; k++)
      first &= s.writes.entries[k].address != s.writes.entries[i].address;
    if (first && !is_as_before(t, loop, s.writes.entries[i])) return false;
  }
  for (uint32_t i = 0; more && i < more->count; i++)
    if (!covers(s.writes, loop.writes_begin, more->entries[i]) && !is_as_before(t, loop, more->entries[i]))
      return false;
  return true;
}

}  // namespace selvage::runtime

using namespace selvage;
using namespace selvage::runtime;

extern "C" {

#define SELVAGE_HOOK __attribute__((visibility("default")))

SELVAGE_HOOK uint64_t selvage_hook_loop_enter() {
  if (!exploring() || !host().configuration.fair) return 0;
  return ++loop_state(current_thread()).activations;
}

// The caller keeps a frame pointer, as all instrumented functions do.
SELVAGE_HOOK void selvage_hook_loop(uint64_t activation, uint64_t state, uint32_t site) {
  if (!exploring() || activation == 0) return;
  Thread& self = current_thread();
  if (running_ahead()) return come_to_loop(activation, state, site);
  auto* frame = static_cast<uint64_t*>(__builtin_frame_address(0));
  visit(self, activation, state, site, *frame, reinterpret_cast<uint64_t>(frame));
}

SELVAGE_HOOK void selvage_hook_loop_exit(uint64_t activation) {
  if (!exploring() || activation == 0) return;
  if (running_ahead()) return leave_loop_ahead(activation, reinterpret_cast<uint64_t>(__builtin_return_address(0)));
  LoopState& s = loop_state(current_thread());
  if (LoopVisit* loop = find_loop(s, activation)) leave_loop(current_thread(), *loop);
}

SELVAGE_HOOK void selvage_hook_private_write(void* address, uint64_t size) {
  if (!exploring()) return;
  Thread& self = current_thread();
  if (running_ahead()) return write_ahead(address, size);
  if (self.follows_rounds) note_own_write(self, address, size);
  if (!self.follows_loops) return;
  settle(self);
  if (!self.follows_loops) return;
  LoopState& s = loop_state(self);
  uint32_t from = s.loop_count ? s.loops[s.loop_count - 1].writes_begin : 0;
  if (!s.writes.add(from, address, size)) change_in_loops(self);
}

SELVAGE_HOOK void selvage_hook_deadline_clock() {
  if (exploring()) host().reads_deadline = 1;
}

SELVAGE_HOOK void selvage_hook_instant_clock() {
  if (exploring()) host().reads_instant = 1;
}

SELVAGE_HOOK void selvage_hook_led_by_time() {
  if (exploring() && running_ahead()) led_by_time_ahead(reinterpret_cast<uint64_t>(__builtin_return_address(0)));
}

SELVAGE_HOOK void selvage_hook_endless_function(const void* return_address) {
  // The thread enters it again when it really comes to it.
  if (!exploring() || running_ahead()) return;
  Thread& self = current_thread();
  if (is_in_endless_function(self, __builtin_frame_address(0))) return;  // the outer one counts
  self.endless_place = static_cast<const uint64_t*>(return_address);
  self.endless_return = *self.endless_place;
}

SELVAGE_HOOK void selvage_hook_leaving_call() {
  if (!exploring()) return;
  if (running_ahead()) stop_ahead(reinterpret_cast<uint64_t>(__builtin_return_address(0)));
  note_change(current_thread());
  if (current_thread().follows_rounds) forget_rounds(current_thread());
}

}  // extern "C"
