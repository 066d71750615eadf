#include "runtime/spinning.h"

#include <string.h>

#include "runtime/enabledness.h"
#include "runtime/heap_shadow.h"
#include "runtime/history.h"
#include "runtime/livelock.h"
#include "runtime/memory_checks.h"
#include "runtime/scheduler.h"

namespace selvage::runtime {

namespace {

bool is_plain(Operation operation) { return operation == Operation::Read || operation == Operation::Write; }

// An iteration with nothing else in it, or one that has been gone through before. (A plain access that is never executed
// would not be seen by the race detector: an iteration of several accesses is gone through once.)
bool may_end_iteration(const LoopVisit& loop, Operation operation) {
  if (loop.changed) return false;
  if (!is_plain(operation) || loop.went_round) return true;
  return operation == Operation::Read && loop.accesses == 0;
}

}  // namespace

bool looks_at_live_memory(const Thread& t) {
  uint64_t offset = t.pending.object - address::kHeap;
  if (offset >= checked_heap_bytes) return true;
  return static_cast<int64_t>(offset % kGranule + t.pending.size) <= *granule_at(offset);
}

namespace {

void look(Thread& t) {
  LoopState& s = loop_state(t);
  t.pending = s.look;
  memcpy(s.seen, reinterpret_cast<const void*>(t.pending.object), t.pending.size);
  Ahead ahead = run_from_access(t, nullptr, nullptr);
  t.waits_in_loop = ahead.came_back && may_end_iteration(s.loops[s.ends_loop], t.pending.operation);
  s.inner_loop = ahead.inner_loop;
  s.joins_update = !ahead.came_back && ahead.updates;
  if (s.joins_update) t.pending = ahead.update;
  if (t.waits_in_loop) note_waiting_loop(loop_site(t));
}

// What the iteration has seen so far is no longer there; or the clock would show another time in the next one.
bool is_outdated(Thread& t) {
  const LoopState& s = loop_state(t);
  if (s.loops[s.ends_loop].polled) return true;
  if (t.waits_in_loop && s.inner_loop) return false;  // it would not begin another one
  for (uint32_t i = s.loops[s.ends_loop].looks_begin; i < s.look_count; i++) {
    if (s.looks[i].size == 0) {
      if (!is_in_vain(t, static_cast<Operation>(s.looks[i].value), s.looks[i].address)) return true;
      continue;
    }
    uint64_t value = 0;
    memcpy(&value, reinterpret_cast<const void*>(s.looks[i].address), s.looks[i].size);
    if (value != s.looks[i].value) return true;
  }
  return false;
}

bool spins(const Thread& t) {
  return t.state == ThreadState::Alive &&
         (t.waits_in_loop || t.attempts_in_loop || t.pending.operation == Operation::SpinWait);
}

template <typename Function>
void for_each_spinning(Function&& function) {
  for (uint32_t number = 0; number <= model().highest_thread; number++)
    if (spins(thread(number))) function(thread(number));
}

template <typename Function>
void for_each_looking_ahead(Function&& function) {
  Model& m = model();
  for (uint32_t i = 0; i < m.word_count; i++)
    for (uint64_t bits = m.looking_ahead.words[i]; bits; bits &= bits - 1)
      function(thread(i * 64 + static_cast<unsigned>(__builtin_ctzll(bits))));
}

}  // namespace

void note_waiting_loop(uint32_t site) {
  ControlBlock& control = *host().control;
  uint32_t count = control.waiting_loop_count;
  if (count > kMaxWaitingLoops) return;
  for (uint32_t i = 0; i < count; i++)
    if (control.waiting_loops[i] == site) return;
  if (count == kMaxWaitingLoops) return;
  control.waiting_loops[count] = site;
  control.waiting_loop_count = count + 1;
}

static bool sees_every_look() { return (host().configuration.temporal & kEveryLook) != 0; }

bool may_wait_in_loop(const Thread& self, Operation operation, uint32_t size) {
  if (!self.follows_loops || size == 0 || size > 8 || operation == Operation::Fence || sees_every_look()) return false;
  const LoopState& s = loop_state(self);
  for (uint32_t i = 0; i < s.loop_count; i++)
    if (may_end_iteration(s.loops[i], operation)) return true;
  return false;
}

bool may_attempt_in_loop(const Thread& self, Operation operation, uint64_t address, Object*& object) {
  ObjectKind kind;
  switch (operation) {
    case Operation::MutexTryLock:
      kind = ObjectKind::Mutex;
      break;
    case Operation::SpinTryLock:
      kind = ObjectKind::Spinlock;
      break;
    case Operation::SemaphoreTryWait:
      kind = ObjectKind::Semaphore;
      break;
    case Operation::ThreadTryJoin:
      kind = ObjectKind::Thread;
      break;
    default:
      return false;
  }
  if (!self.follows_loops || sees_every_look()) return false;
  object = nullptr;
  if (kind == ObjectKind::Thread) return true;
  object = &object_at(reinterpret_cast<void*>(address), kind);
  return true;
}

void look_ahead(Thread& t) {
  Model& m = model();
  if (!m.looking_ahead.contains(t.number)) m.looking_ahead_count++;
  m.looking_ahead.insert(t.number);
  t.waits_in_loop = false;
  if (looks_at_live_memory(t)) look(t);
}

void stop_looking_ahead(Thread& t) {
  Model& m = model();
  if (m.looking_ahead.contains(t.number)) m.looking_ahead_count--;
  m.looking_ahead.erase(t.number);
  t.waits_in_loop = false;
}

void look_ahead_again(void (*evaluate)(Thread& t)) {
  for_each_looking_ahead([&](Thread& t) {
    if (!looks_at_live_memory(t)) {
      t.waits_in_loop = false;
    } else if (memcmp(loop_state(t).seen, reinterpret_cast<const void*>(t.pending.object), t.pending.size) != 0) {
      look(t);
    } else {
      return;
    }
    evaluate(t);
  });
}

uint64_t loop_wait_of(Thread& t) {
  if (!model().looking_ahead.contains(t.number) || !looks_at_live_memory(t)) return 0;
  uint64_t begin = t.pending.object, end = begin + t.pending.size;
  // The search has a chain of writes for each granule, and asks for their number in one.
  bool in_one = begin % kSharingGranule + t.pending.size <= kSharingGranule;
  uint32_t written = model().remembered_count;
  if (!in_one || written == kMaxRemembered) return loop_wait::make(0, t.waits_in_loop, true);
  char bytes[kMaxBytes], asked[kMaxBytes];
  memcpy(bytes, reinterpret_cast<const void*>(begin), t.pending.size);
  bool comes_back = t.waits_in_loop, open = false;
  memcpy(asked, bytes, sizeof asked);
  uint32_t ends_loop = loop_state(t).ends_loop;
  uint64_t count = 0;
  uint64_t undone = 0;  // modifications of one step
  uint32_t step = 0;
  auto comes_back_before_step = [&] {
    if (memcmp(bytes, asked, t.pending.size) != 0) {
      memcpy(asked, bytes, sizeof asked);
      comes_back = would_come_back_with(t, bytes) &&
                   may_end_iteration(loop_state(t).loops[loop_state(t).ends_loop], loop_state(t).look.operation);
    }
    if (comes_back) count += undone;
    undone = 0;
    return comes_back;
  };
  for (uint32_t i = written; i-- > 0;) {
    const RememberedWrite& write = remembered()[i];
    if (write.address >= end || write.address + write.size <= begin) continue;
    if (undone != 0 && write.step != step && !comes_back_before_step()) break;
    open = !write.known;
    if (!write.known || write.thread == t.number) {
      undone = 0;
      break;
    }
    for (uint64_t at = write.address; at < write.address + write.size; at++)
      if (at >= begin && at < end) bytes[at - begin] = static_cast<char>(write.before >> (8 * (at - write.address)));
    undone++;
    step = write.step;
  }
  if (undone != 0) comes_back_before_step();
  loop_state(t).ends_loop = ends_loop;
  return count == 0 && !open && !t.waits_in_loop ? 0 : loop_wait::make(count, t.waits_in_loop, open);
}

void remember_without_bytes(const Thread& self, uint64_t address, uint64_t size) {
  if (!host().configuration.fair) return;
  uint32_t clamped = size > UINT32_MAX ? UINT32_MAX : static_cast<uint32_t>(size);
  if (uint32_t& count = model().remembered_count; count < kMaxRemembered)
    remembered()[count++] =
        RememberedWrite{address, 0, clamped, static_cast<uint32_t>(host().step_index), self.number, false};
}

bool waits_with_outdated_looks(Thread& t) {
  return spins(t) && t.pending.operation != Operation::SpinWait && is_outdated(t);
}

bool any_outdated() {
  bool any = false;
  for_each_spinning([&](Thread& t) { any |= waits_with_outdated_looks(t); });
  return any;
}

void release_waiting(Thread& t, void (*evaluate)(Thread& t)) {
  t.waits_in_loop = t.attempts_in_loop = false;
  evaluate(t);
}

void release_outdated(void (*evaluate)(Thread& t)) {
  for_each_spinning([&](Thread& t) {
    if (waits_with_outdated_looks(t)) release_waiting(t, evaluate);
  });
}

bool sleeps_in_loop(const Thread& t) {
  const LoopState& s = loop_state(t);
  if (t.pending.operation == Operation::SpinWait) return t.pending.value != 0;
  return s.sleeps_ahead || s.loops[s.ends_loop].slept;
}

uint32_t loop_gone_round(const Thread& t) {
  const LoopState& s = loop_state(t);
  return t.follows_rounds && s.loop_count > 0 ? s.loops[s.loop_count - 1].site : 0;
}

// It takes part in a loop that threads take together, and was between two steps when that had been shown.
static bool goes_round_with_others(const Thread& t) {
  if (host().record->outcome != Outcome::Livelock || t.number >= kMaxFollowed || !model().came_round) return false;
  return (circling_threads() >> t.number) & 1;
}

uint32_t loop_site(const Thread& t) {
  if (t.pending.operation == Operation::ComeRound) return t.pending.detail;
  if (host().record->outcome == Outcome::StepLimit || goes_round_with_others(t)) return loop_gone_round(t);
  if (!spins(t)) return 0;
  const LoopState& s = loop_state(t);
  if (t.pending.operation == Operation::SpinWait) return t.pending.detail;
  return t.waits_in_loop && s.inner_loop ? s.inner_loop : s.loops[s.ends_loop].site;
}

bool any_spinning() {
  bool any = false;
  for_each_spinning([&](const Thread& t) { any |= !model().enabled.contains(t.number); });
  return any;
}

}  // namespace selvage::runtime
