#include "runtime/history.h"

#include <string.h>

#include "contract/hooks.h"
#include "runtime/atoms.h"
#include "runtime/host.h"
#include "runtime/outcome.h"
#include "runtime/rounds.h"
#include "runtime/scheduler.h"

namespace selvage::runtime {

namespace {

bool is_access(const Footprint& f) {
  return f.operation >= Operation::Read && f.operation <= Operation::AtomicCompareExchange;
}

uint64_t key_of(ObjectKind kind, uint64_t object) { return (static_cast<uint64_t>(kind) << 56) ^ object; }

uint64_t picture_of(ObjectKind kind, uint64_t address) {
  const Object* object = find_object(reinterpret_cast<void*>(address), kind);
  if (!object) return 0;
  uint64_t picture = object->held ? mix_state(mix_state(1, object->owner), object->count) : 0;
  picture = mix_state(picture, (uint64_t{object->flags} << 16) | (uint64_t{object->type} << 8) | object->alive);
  return kind == ObjectKind::Semaphore ? mix_state(picture, object->value) : picture;
}

// Of a read lock only what concerns the thread itself: readers do not meet each other.
uint64_t picture_of_reading(uint64_t address, unsigned number) {
  for (uint32_t i = 0; i < model().shared_holding_count; i++) {
    const SharedHolding& holding = shared_holdings()[i];
    if (holding.object == address && holding.thread == number) return holding.count;
  }
  return 0;
}

// Whether a thread waits for a condition, and whether it has been answered.
uint64_t picture_of_waiting(unsigned number) {
  const Thread& t = thread(number);
  if (t.pending.operation != Operation::CondWake) return 0;
  return mix_state(t.pending.object, t.woken);
}

// The thread whose waiting an operation on a condition concerns.
unsigned waiter_of(const Footprint& f) {
  if (f.operation != Operation::CondSignal) return f.thread;
  return f.value == 0 ? kMaxThreads : static_cast<unsigned>(f.value - 1);
}

bool anybody_waits(uint64_t condition) {
  for (unsigned number = 0; number <= model().highest_thread; number++)
    if (picture_of_waiting(number) == mix_state(condition, false)) return true;
  return false;
}

inline constexpr uint64_t kWaiting = uint64_t{0xfe} << 56;
inline constexpr uint64_t kReading = uint64_t{0xfd} << 56;

// What the operation may change; `known` where that is all.
uint64_t effect_of(const Footprint& f, bool& known) {
  known = true;
  switch (f.operation) {
    case Operation::Fence:
    case Operation::Yield:
    case Operation::TestCancel:
    case Operation::Sleep:
    case Operation::SpinWait:
    case Operation::ComeRound:
    case Operation::Choose:
    case Operation::ClockRead:
    case Operation::AtomicBlockBegin:
    case Operation::AtomicBlockEnd:
    // Which threads there are, and where they are, is part of a state anyway; each has a number of its own.
    case Operation::ThreadCreate:
    case Operation::ThreadBegin:
    case Operation::ThreadExit:
    case Operation::ThreadJoin:
      return 0;
    case Operation::Read:
    case Operation::Write:
    case Operation::AtomicLoad:
    case Operation::AtomicStore:
    case Operation::AtomicUpdate:
    case Operation::AtomicCompareExchange:
      known = f.size > 0 && f.size <= 8;
      return f.object;
    case Operation::MutexLock:
    case Operation::MutexTryLock:
    case Operation::MutexTimedLock:
    case Operation::MutexUnlock:
    case Operation::SpinLock:
    case Operation::SpinTryLock:
    case Operation::SpinUnlock:
    case Operation::SemaphoreWait:
    case Operation::SemaphoreTryWait:
    case Operation::SemaphoreTimedWait:
    case Operation::SemaphorePost:
    case Operation::SemaphoreGetValue:
    case Operation::RwlockWriteLock:
    case Operation::RwlockTryWriteLock:
    case Operation::RwlockTimedWriteLock:
      return key_of(traits(f.operation).object, f.object);
    case Operation::RwlockReadLock:
    case Operation::RwlockTryReadLock:
    case Operation::RwlockTimedReadLock:
      return kReading ^ (uint64_t{f.thread} << 48) ^ f.object;
    case Operation::RwlockUnlock:
      if (!dependence::ends_read_lock(f)) return key_of(ObjectKind::Rwlock, f.object);
      return kReading ^ (uint64_t{f.thread} << 48) ^ f.object;
    case Operation::CondWait:
    case Operation::CondWake:
      return kWaiting ^ f.thread;
    case Operation::CondBroadcast:
      known = !anybody_waits(f.object);
      return 0;
    case Operation::CondSignal:
      return waiter_of(f) == kMaxThreads ? 0 : kWaiting ^ waiter_of(f);
    default:
      known = false;
      return 0;
  }
}

uint64_t picture(const Footprint& f, uint64_t what) {
  if (what == 0) return 0;
  if (is_access(f)) {
    uint64_t bytes = 0;
    memcpy(&bytes, reinterpret_cast<const void*>(f.object), f.size);
    return bytes;
  }
  if (what >> 56 == kWaiting >> 56) return picture_of_waiting(waiter_of(f));
  if (what >> 56 == kReading >> 56) return picture_of_reading(f.object, f.thread);
  return picture_of(traits(f.operation).object, f.object);
}

uint64_t picture_of_mutex(const Footprint& f) { return picture_of(ObjectKind::Mutex, f.value); }

// The signal that ended a wait happens before its end, though nothing about the condition does: the first one since.
void join_waking_signal(const Footprint& wake, Clock& clock) {
  const History& h = history();
  uint32_t waking = kNoEntry;
  for (uint32_t i = h.count - 1; i-- > 0;) {
    const Footprint& other = h.entries[i].footprint;
    if (other.object != wake.object) continue;
    if (other.operation == Operation::CondWait && other.thread == wake.thread) break;
    bool woke = other.operation == Operation::CondBroadcast ||
                (other.operation == Operation::CondSignal && other.value == uint64_t{wake.thread} + 1);
    if (woke && other.thread != wake.thread) waking = i;
  }
  if (waking != kNoEntry) clock.join(clock_of(h.entries[waking]));
}

// Most operations are on one small piece of memory or on a mutex. All others may meet anything.
uint64_t marks_of(const Footprint& f) {
  auto mark = [](uint64_t place) { return uint64_t{1} << (place / 8 * 0x9e3779b97f4a7c15u >> 58); };
  switch (f.operation) {
    case Operation::Read:
    case Operation::Write:
    case Operation::AtomicLoad:
    case Operation::AtomicStore:
    case Operation::AtomicUpdate:
    case Operation::AtomicCompareExchange:
      return f.size <= 8 ? mark(f.object) | mark(f.object + (f.size == 0 ? 0 : f.size - 1)) : ~uint64_t{0};
    case Operation::MutexLock:
    case Operation::MutexTryLock:
    case Operation::MutexTimedLock:
    case Operation::MutexUnlock:
      return mark(f.object);
    default:
      return ~uint64_t{0};
  }
}

// An attempt that failed or a wait that timed out, and that changed nothing. Two of them would be so in either order. The
// search orders them all the same, because of an operation that it moves it knows only how it ended where it was; what it
// takes for the same order is the same order here, too.
bool was_in_vain(const HistoryEntry& entry) {
  const Footprint& f = entry.footprint;
  bool failed = (f.flags & (kEventFailed | kEventTimedOut)) != 0;
  return failed && entry.known && !dependence::is_memory(f) && entry.second.what == 0 &&
         entry.effect.before == entry.effect.after;
}

// Whatever other threads did that the operation is dependent with happens before it. Of each thread the newest is enough.
void join_dependent(const HistoryEntry& entry, Clock& clock) {
  const History& h = history();
  const Footprint& f = entry.footprint;
  bool in_vain = was_in_vain(entry);
  uint64_t marks = marks_of(f);
  for (unsigned number = 0; number <= model().highest_thread && number < kMaxFollowed; number++) {
    if (number == f.thread) continue;
    for (uint32_t at = h.threads[number].last; at != kNoEntry; at = h.entries[at].previous) {
      const HistoryEntry& other = h.entries[at];
      if (other.transition <= clock.transitions[number]) break;
      if ((other.marks & marks) == 0 || (in_vain && was_in_vain(other)) || !dependent(other.footprint, f)) continue;
      clock.join(clock_of(other));
      break;
    }
  }
  bool was_woken = f.operation == Operation::CondWake && !(f.flags & (kEventTimedOut | kEventSpurious));
  if (was_woken) join_waking_signal(f, clock);
}

}  // namespace

uint64_t present_picture(const HistoryEntry& entry) {
  uint64_t mutex = entry.second.what ? picture_of_mutex(entry.footprint) : 0;
  return mix_state(picture(entry.footprint, entry.effect.what), mutex);
}

void begin_history() {
  History& h = history();
  if (h.on || model().highest_thread >= kMaxFollowed) return;
  h.on = true;
  model().keeps_history = true;
  for (FollowedThread& followed : h.threads) followed.last = kNoEntry;
}

void note_executed(const Thread& self, bool within_transition) {
  History& h = history();
  if (stands_behind_access(self.pending, within_transition)) return;
  finish_entry();
  // Not to see that a thread comes round is harmless.
  if (self.number >= kMaxFollowed || h.count == kMaxEntries) {
    model().keeps_history = h.on = false;
    return;
  }
  // A thread that goes on from a header has still to begin.
  if (self.pending.operation != Operation::ComeRound) thread(self.number).round_begins = false;
  FollowedThread& followed = h.threads[self.number];
  uint32_t index = h.count++;
  HistoryEntry& entry = h.entries[index];
  const Pending& p = self.pending;
  entry = HistoryEntry{};
  auto flags = static_cast<uint8_t>(p.flags | seen_flag(p));
  entry.footprint = Footprint{p.operation, flags, self.number, p.size, p.object, p.value};
  entry.previous = followed.last;
  entry.alternative = model().chosen_alternative;
  bool joins = within_transition && followed.last != kNoEntry;
  entry.head = joins ? h.entries[followed.last].head : index;
  if (!joins) followed.transitions++;
  entry.transition = followed.transitions;
  followed.last = index;
  followed.clock.transitions[self.number] = followed.transitions;
  // What a signal wakes is known afterwards; before, its waiter was waiting.
  entry.effect.what = effect_of(entry.footprint, entry.known);
  // Where waits do not time out at any time, when they do depends on the clock.
  if (p.deadline != 0 && host().configuration.timeouts != TimeoutMode::Explore) entry.known = false;
  if (entry.known) entry.effect.before = picture(entry.footprint, entry.effect.what);
  if (dependence::uses_mutex(entry.footprint)) {
    entry.second.what = key_of(ObjectKind::Mutex, p.value);
    entry.second.before = picture_of_mutex(entry.footprint);
  }
  Event& event = current_event();
  if (&event == &host().scratch_event) {
    event.flags = p.flags;
    event.value = p.value;
  }
  h.unfinished = true;
}

void finish_entry() {
  History& h = history();
  if (!h.unfinished) return;
  h.unfinished = false;
  uint32_t index = h.count - 1;
  HistoryEntry& entry = h.entries[index];
  const Event& event = current_event();
  Footprint& f = entry.footprint;
  // What came of an access is told by what it found; behind it may stand the wait that it belongs to. Of everything else the
  // event tells, except how it was recorded, which not all are.
  if (!dependence::is_memory(f)) {
    f.flags = event.flags & ~(kEventTimed | kEventLocal);
    f.value = event.value;
  }
  if (f.operation == Operation::CondSignal && f.value != 0) {
    entry.effect.what = kWaiting ^ waiter_of(f);
    entry.effect.before = mix_state(f.object, false);
  }
  if (f.operation == Operation::RwlockUnlock) entry.known = !(f.flags & kEventFailed) && entry.known;
  if (entry.known) entry.effect.after = picture(f, entry.effect.what);
  if (entry.second.what) entry.second.after = picture_of_mutex(f);
  FollowedThread& followed = h.threads[f.thread];
  entry.marks = marks_of(f);
  join_dependent(entry, followed.clock);
  h.clocks[entry.head] = followed.clock;
  if (host().every_state) add_to_state(entry);
  note_outcome(thread(f.thread), entry);
}

}  // namespace selvage::runtime
