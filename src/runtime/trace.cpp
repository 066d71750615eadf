#include "runtime/trace.h"

#include <string.h>
#include <sys/uio.h>

#include "runtime/atoms.h"
#include "runtime/heap.h"
#include "runtime/heap_shadow.h"
#include "runtime/host.h"
#include "runtime/joined_looks.h"
#include "runtime/modules.h"
#include "runtime/outcome.h"
#include "runtime/scheduler.h"
#include "runtime/spinning.h"
#include "runtime/stack.h"
#include "runtime/system.h"
#include "runtime/unseen_calls.h"

namespace selvage::runtime {

namespace {

// Kept free behind the events for what close_record appends.
inline constexpr uint64_t kTrailerRoom = sizeof(ExecutionRecord) + kMaxThreads * sizeof(ThreadRecord) +
                                         4096 * sizeof(HeldRecord) + kMaxStackDepth * sizeof(uint64_t) +
                                         kMaxFound * sizeof(SharedLocation) + kMessageSize + 64;

inline constexpr uint64_t kLargestEvent =
    sizeof(Event) + (kThreadWords + kValueWords + 1 + kMaxStackDepth) * sizeof(uint64_t);

// Events up to which accesses are recorded that are no steps, nor parts of one that others could notice.
inline constexpr uint64_t kMostWatched = 50'000;

// A deadline that is not explored comes only when nobody else can go on, if ever: the thread waits like one without.
bool can_end_by_itself(const Thread& t) {
  const Pending& p = t.pending;
  bool times_out = p.deadline != 0 && (p.deadline <= t.now || host().configuration.timeouts == TimeoutMode::Explore);
  return times_out || (p.operation == Operation::CondWake && host().configuration.spurious_wakeups);
}

uint8_t flags_of(const Thread& t) {
  return static_cast<uint8_t>(t.pending.flags | (can_end_by_itself(t) ? kEventTimed : 0) | seen_flag(t.pending));
}

bool waits_in_library(const Pending& p) {
  const char* file = line_of_site(p.site).file;
  return file != nullptr && is_library_file(file);
}

bool leaves_unknown_value(const Pending& p) {
  return (p.operation == Operation::AtomicUpdate || p.operation == Operation::AtomicCompareExchange) && p.size <= 8;
}

// The last update has been executed by now. The kernel looks, because its memory may be gone.
void settle_written_value() {
  Host& h = host();
  if (!h.unsettled) return;
  iovec here{h.unsettled, h.unsettled_size};
  iovec there{reinterpret_cast<void*>(h.unsettled_address), h.unsettled_size};
  long got = system_call(SYS_process_vm_readv, system_call(SYS_getpid), word(&here), 1, word(&there), 1, 0);
  h.unsettled[1] = got == static_cast<long>(h.unsettled_size);
  h.unsettled = nullptr;
}

HeapBlock heap_block_at(uint64_t address) {
  const Block* block = known_block_at(address);
  return block ? HeapBlock{reinterpret_cast<uint64_t>(block + 1), block->size, block->site} : HeapBlock{};
}

// For a step that is not recorded.
void hash_event(const Event& event) {
  Host& h = host();
  h.hash_before_step = h.prefix_hash;
  h.scratch_event = event;
  h.prefix_hash = hash_step(h.prefix_hash, event.thread, event.operation, event.alternatives, event.site, event.object);
}

void append_event(const Thread& self, uint8_t extra_flags) {
  Host& h = host();
  if (!(h.flags & kRecordEvents)) return;
  const Pending& p = self.pending;
  if (!stands_behind_access(p, extra_flags & kEventLocal)) settle_written_value();
  Event event{self.number,
              p.operation,
              static_cast<uint8_t>(flags_of(self) | extra_flags),
              model().chosen_alternative,
              model().chosen_alternatives,
              p.site,
              p.size,
              p.object,
              p.value};
  if (h.step_index <= h.record_from && h.record_from != 0) {
    if (!(extra_flags & kEventLocal)) hash_event(event);
    h.last_event = nullptr;
    return;
  }
  if (h.cursor + kLargestEvent > h.limit) finish_execution(Outcome::StepLimit, "the trace is too long to be recorded");
  h.last_event = reinterpret_cast<Event*>(h.cursor);
  *h.last_event = event;
  h.cursor += sizeof(Event);
  h.event_count++;
  auto* words = reinterpret_cast<uint64_t*>(h.cursor);
  if (!(extra_flags & kEventLocal))
    for (uint32_t i = 0; i < h.enabled_words; i++) *words++ = i < model().word_count ? model().enabled.words[i] : 0;
  if (h.flags & kRecordValues) {
    words[0] = words[1] = 0;
    auto* blocks = reinterpret_cast<HeapBlock*>(words + 2);
    blocks[0] = heap_block_at(p.object);
    blocks[1] = p.size == sizeof(void*) ? heap_block_at(p.value) : HeapBlock{};
    if (leaves_unknown_value(p)) {
      h.unsettled = words;
      h.unsettled_address = p.object;
      h.unsettled_size = p.size;
    }
    words += kValueWords;
  }
  if (h.flags & kRecordStacks) {
    uint64_t depth = capture_stack(words + 1, kMaxStackDepth);
    *words = depth;
    words += 1 + depth;
  }
  h.cursor = reinterpret_cast<char*>(words);
}

template <typename T>
T* append(uint64_t count = 1) {
  auto* place = reinterpret_cast<T*>(host().cursor);
  host().cursor += count * sizeof(T);
  return place;
}

void append_held(uint64_t object, uint16_t owner, ObjectKind kind, bool shared, uint32_t site) {
  if (host().record->held_count == 4096) return;
  *append<HeldRecord>() = HeldRecord{object, owner, kind, static_cast<uint8_t>(shared), site};
  host().record->held_count++;
}

void append_threads() {
  for (uint32_t number = 0; number <= model().highest_thread; number++) {
    Thread& t = thread(number);
    if (t.state == ThreadState::NotCreated) continue;
    if (t.state == ThreadState::Exited && (host().flags & kLeaveOutEnded)) continue;
    ThreadRecord r{};
    r.thread = static_cast<uint16_t>(number);
    r.state = t.state;
    r.pending = t.pending.operation;
    r.held_back = t.held_back;
    r.enabled = model().enabled.contains(number) || (t.held_back && alternatives(t) > 0);
    r.flags = flags_of(t);
    r.may_go_on = t.pending.deadline != 0 || waits_with_outdated_looks(t);
    bool is_endless = is_in_endless_function(t, t.stack_pointer) || waits_in_own_library(t);
    r.is_endless = t.state == ThreadState::Alive && is_endless;
    r.site = t.pending.site;
    r.begin_site = t.begin_site;
    r.function = reinterpret_cast<uint64_t>(t.function);
    r.object = t.pending.object;
    r.value = t.pending.value;
    r.size = static_cast<uint16_t>(t.pending.size < UINT16_MAX ? t.pending.size : UINT16_MAX);
    r.loop_site = loop_site(t);
    if (!r.enabled && t.state == ThreadState::Alive && waits_in_library(t.pending)) r.caller = caller_of_library(t);
    if (t.waits_in_loop) memcpy(&r.found, reinterpret_cast<const void*>(t.pending.object), t.pending.size);
    if (uint64_t wait = (host().flags & kRecordEvents) ? loop_wait_of(thread(number)) : 0) {
      r.flags |= kEventSpin;
      r.value = wait;
    }
    if (host().flags & kRecordEvents) check_joined_looks(thread(number));
    *append<ThreadRecord>() = r;
    host().record->thread_count++;
  }
}

void append_holdings() {
  for_each_object([](const Object& object) {
    if (object.held) append_held(object.address, object.owner, object.kind, false, object.site);
  });
  for (uint32_t i = 0; i < model().shared_holding_count; i++) {
    const SharedHolding& s = shared_holdings()[i];
    append_held(s.object, s.thread, ObjectKind::Rwlock, true, s.site);
  }
}

void describe_block(const Block& block, ExecutionRecord& r) {
  r.block = reinterpret_cast<uint64_t>(&block + 1);
  r.block_size = block.size;
  r.allocated_site = block.site;
  r.was_freed = block.state == kFreed;
  if (!r.was_freed) return;
  const FreeBlock& freed = *reinterpret_cast<const FreeBlock*>(&block + 1);
  r.freed_site = freed.site;
  r.freed_by = freed.thread;
}

}  // namespace

Event& current_event() {
  return host().flags & kRecordEvents && host().last_event ? *host().last_event : host().scratch_event;
}

void record_watched(Thread& self, const Pending& access) {
  Host& h = host();
  // Those that are steps need room, and a thread's own stack is nobody's business.
  bool has_room =
      h.event_count < kMostWatched && h.cursor + (h.limit - reinterpret_cast<char*>(h.record)) / 2 < h.limit;
  bool is_on_stack = access.object - address::kStacks < kMaxThreads * address::kStackSlotSize;
  if (h.running_ahead || !has_room || is_on_stack) return;
  Pending announced = self.pending;
  self.pending = access;
  append_event(self, kEventLocal | kEventWatched);
  self.pending = announced;
}

void record_to_be_shown(const Thread& self) {
  append_event(self, kEventLocal);
  host().last_event = nullptr;
}

void set_event_object(uint64_t object) {
  Host& h = host();
  Event& event = current_event();
  event.object = object;
  if ((h.flags & kRecordEvents) == 0 || &event != &h.scratch_event || h.step_index > h.record_from) return;
  h.prefix_hash = h.hash_before_step;
  hash_event(event);
}

void set_event_value(uint64_t value, uint32_t size) {
  Host& h = host();
  Event& event = current_event();
  event.value = value;
  if (!(h.flags & kRecordValues) || &event != h.last_event || size != sizeof(void*)) return;
  auto* words = reinterpret_cast<uint64_t*>(&event + 1);
  if (!(event.flags & kEventLocal)) words += h.enabled_words;
  reinterpret_cast<HeapBlock*>(words + 2)[1] = heap_block_at(value);
}

void record_event_that_matters(const Thread& self) { append_event(self, 0); }

// Something about what the thread did last.
static void record_afterwards(Thread& writer, Operation operation, uint64_t object, uint64_t value) {
  if (!(host().flags & kRecordLocal)) return;
  Pending announced = writer.pending;
  writer.pending = Pending{operation, 0, 0, 0, 0, 0, object, value, 0};
  append_event(writer, kEventLocal);
  writer.pending = announced;
  host().last_event = nullptr;
}

void record_atom_values(Thread& writer, uint64_t values, uint64_t state) {
  if (model().keeps_history) [[unlikely]]
    finish_entry();
  record_afterwards(writer, Operation::AtomValues, state, values);
}

void record_observed_value(Thread& writer, unsigned number, uint64_t value) {
  record_afterwards(writer, Operation::ObservedValue, public_object(number), value);
}

void record_local_event(const Thread& self) {
  model().local_events++;
  // What stands behind an access is recorded before the access is executed.
  if (model().keeps_history && !stands_behind_access(self.pending, true)) [[unlikely]]
    finish_entry();
  if (watches_atoms()) [[unlikely]]
    note_seen_change(self);
  watch_joiner(self, self.pending.operation);
  if (host().flags & kRecordLocal) {
    append_event(self, kEventLocal);
  } else {
    // Outcomes of unrecorded operations must not end up in the last recorded event.
    host().last_event = nullptr;
  }
  if (model().keeps_history) [[unlikely]]
    note_executed(self, true);
}

void record_inner_event(const Thread& self) {
  model().local_events++;
  if (model().keeps_history) [[unlikely]]
    finish_entry();
  if (events_matter()) append_event(self, kEventLocal);
  if (model().keeps_history) [[unlikely]]
    note_executed(self, true);
}

// What the step comes to is still written into its own event.
void record_follower(Thread& self, const Thread& follower) {
  if (!events_matter()) return;
  Host& h = host();
  Event* event = h.last_event;
  uint64_t* unsettled = h.unsettled;
  Pending own = self.pending;
  h.unsettled = nullptr;
  self.pending = {};
  self.pending.operation = Operation::ThreadFollow;
  self.pending.site = own.site;
  self.pending.object = follower.number;
  self.pending.value = follower.elder - 1u;
  append_event(self, kEventLocal);
  self.pending = own;
  h.unsettled = unsettled;
  h.last_event = event;
}

bool open_record(uint32_t schedule_index) {
  Host& h = host();
  ControlBlock& control = *h.control;
  char* results = reinterpret_cast<char*>(h.control) + control.results_offset;
  char* begin = results + control.results_used;
  char* end = results + control.results_size;
  if (static_cast<uint64_t>(end - begin) < kTrailerRoom + 64 * kLargestEvent) return false;
  h.record = reinterpret_cast<ExecutionRecord*>(begin);
  memset(h.record, 0, sizeof(ExecutionRecord));
  h.record->magic = kRecordMagic;
  h.record->schedule = schedule_index;
  h.cursor = begin + sizeof(ExecutionRecord);
  h.limit = end - kTrailerRoom;
  h.event_count = 0;
  h.last_event = nullptr;
  h.unsettled = nullptr;
  h.prefix_hash = 0;
  h.found_count = 0;
  return true;
}

void close_record(const uint64_t* stack, uint32_t stack_depth, const char* message) {
  Host& h = host();
  ExecutionRecord& r = *h.record;
  settle_written_value();
  if (h.block) describe_block(*h.block, r);
  r.events_bytes = static_cast<uint64_t>(h.cursor - reinterpret_cast<char*>(&r + 1));
  r.event_count = h.event_count;
  r.enabled_words = static_cast<uint8_t>(h.enabled_words);
  r.step_count = h.step_index;
  r.called_unseen = current_thread().unseen_after == h.step_index + 1;
  // A completed execution without a trace is one of a million: nobody asks how its threads stood.
  if (r.outcome != Outcome::Completed || (h.flags & kRecordEvents)) {
    append_threads();
    append_holdings();
  }
  memcpy(append<uint64_t>(stack_depth), stack, stack_depth * sizeof(uint64_t));
  r.stack_depth = stack_depth;
  r.prefix_hash = h.prefix_hash;
  r.first_atoms = model().first_atoms;
  add_found_locations();
  if (message) {
    r.message_bytes = static_cast<uint32_t>(strlen(message));
    memcpy(append<char>(round_up(r.message_bytes + 1, 8)), message, r.message_bytes + 1);
  }
  r.bytes = static_cast<uint64_t>(h.cursor - reinterpret_cast<char*>(&r));
}

void add_found_locations() {
  Host& h = host();
  ExecutionRecord& r = *h.record;
  uint32_t added = h.found_count - r.found_count;
  memcpy(append<SharedLocation>(added), h.found + r.found_count, added * sizeof(SharedLocation));
  r.found_count = h.found_count;
  r.bytes = static_cast<uint64_t>(h.cursor - reinterpret_cast<char*>(&r));
}

}  // namespace selvage::runtime
