// Futexes. A wait is two operations: FutexWait compares the word and enqueues the thread, FutexResume goes on once it
// was woken, timed out or was interrupted. Which of several waiters a wake-up reaches is a choice: with n of w
// waiters to wake, the alternative counts the n-element subsets in lexicographic order of thread numbers. There is one
// process, so private and shared futexes are the same.
#include "runtime/futex.h"

#include <errno.h>
#include <linux/futex.h>

#include "contract/hooks.h"
#include "runtime/enabledness.h"
#include "runtime/host.h"
#include "runtime/outcome.h"
#include "runtime/scheduler.h"
#include "runtime/sharing.h"
#include "runtime/time.h"
#include "runtime/trace.h"

namespace selvage::runtime {

namespace {

inline constexpr uint64_t kMostSubsets = 65535;  // an alternative is 16 bits wide

// Pending::detail of a FutexResume is the bit set it waits for, of a FutexWake the one it wakes.
bool waits_on(const Thread& t, uint64_t futex, uint32_t bits) {
  return t.state == ThreadState::Alive && t.pending.operation == Operation::FutexResume && t.pending.object == futex &&
         (t.pending.detail & bits) && !t.woken;
}

unsigned count_waiters(uint64_t futex, uint32_t bits) {
  unsigned count = 0;
  for (uint32_t number = 0; number <= model().highest_thread; number++) count += waits_on(thread(number), futex, bits);
  return count;
}

// How many n-element subsets w things have, or kMostSubsets + 1 where they are more.
uint64_t subsets(uint64_t w, uint64_t n) {
  if (n >= w) return 1;
  if (n > w - n) n = w - n;
  uint64_t count = 1;
  for (uint64_t i = 1; i <= n; i++) {
    count = count * (w - n + i) / i;
    if (count > kMostSubsets) return kMostSubsets + 1;
  }
  return count;
}

void wake(Thread& t, const Object& futex) {
  t.woken = true;
  if (futex.now > t.now) t.now = futex.now;
}

// Wakes the subset with this rank among those of up to `limit` waiters; returns its size.
unsigned wake_subset(const Object& futex, uint32_t bits, uint64_t limit, uint64_t rank) {
  unsigned waiting = count_waiters(futex.address, bits);
  unsigned wanted = limit < waiting ? static_cast<unsigned>(limit) : waiting;
  unsigned woken = 0;
  for (uint32_t number = 0; woken < wanted; number++) {
    Thread& t = thread(number);
    if (!waits_on(t, futex.address, bits)) continue;
    waiting--;
    uint64_t with_this_one = subsets(waiting, wanted - woken - 1);
    if (rank >= with_this_one) {
      rank -= with_this_one;
      continue;
    }
    wake(t, futex);
    woken++;
  }
  return woken;
}

// 0: none was given; an error where it makes no sense.
long read_deadline(const FutexCall& call, bool absolute, uint64_t* deadline) {
  *deadline = 0;
  if (!call.time) return 0;
  if (call.time->tv_sec < 0 || call.time->tv_nsec < 0 || call.time->tv_nsec >= 1'000'000'000) return -EINVAL;
  clockid_t clock = call.operation & FUTEX_CLOCK_REALTIME ? CLOCK_REALTIME : CLOCK_MONOTONIC;
  *deadline = absolute ? deadline_of(clock, *call.time) : deadline_after(*call.time);
  return 0;
}

long wait(const FutexCall& call, uint32_t bits, bool absolute) {
  uint64_t deadline;
  if (bits == 0) return -EINVAL;
  if (long error = read_deadline(call, absolute, &deadline)) return error;
  Thread& self = current_thread();
  auto futex = reinterpret_cast<uint64_t>(call.futex);
  watch_read(self, call.futex, sizeof(uint32_t));
  announce(
      Announcement{.operation = Operation::FutexWait, .object = futex, .value = call.value, .size = sizeof(uint32_t)});
  Object& object = object_at(call.futex, ObjectKind::Futex);
  object.alive = true;
  meet(object);
  if (__atomic_load_n(call.futex, __ATOMIC_SEQ_CST) != call.value) {
    mark_failed();
    return -EAGAIN;
  }
  self.woken = false;
  unsigned chosen = announce(
      Announcement{.operation = Operation::FutexResume, .object = futex, .detail = bits, .deadline = deadline});
  bool woken = self.woken;
  self.woken = false;
  if (woken) {
    meet(object_at(reinterpret_cast<void*>(self.pending.object), ObjectKind::Futex));
    return 0;
  }
  if (chosen == kInterrupted) return -EINTR;
  if (!has_timed_out(chosen)) {
    current_event().flags |= kEventSpurious;
    return 0;
  }
  pass_deadline(deadline);
  current_event().flags |= kEventTimedOut | kEventFailed;
  return -ETIMEDOUT;
}

// Returns which subset of the waiters was chosen; the futex has then been met.
unsigned announce_wake(const FutexCall& call, uint32_t bits, uint32_t count, uint32_t size) {
  auto futex = reinterpret_cast<uint64_t>(call.futex);
  unsigned chosen = announce(
      Announcement{.operation = Operation::FutexWake, .object = futex, .value = count, .size = size, .detail = bits});
  Object& object = object_at(call.futex, ObjectKind::Futex);
  object.alive = true;
  meet(object);
  if (subsets(count_waiters(futex, bits), count) > kMostSubsets)
    unmodelled("syscall(SYS_futex) to wake some of many waiters",
               "there are more than 65535 ways to choose them; wake one or all");
  return chosen;
}

long wake_some(const FutexCall& call, uint32_t bits) {
  if (bits == 0) return -EINVAL;
  // The kernel looks at the count after the first waiter only.
  uint32_t count = static_cast<int>(call.value) < 1 ? 1 : call.value;
  unsigned chosen = announce_wake(call, bits, count, 0);
  unsigned woken = wake_subset(object_at(call.futex, ObjectKind::Futex), bits, count, chosen);
  current_event().value = woken;
  state_changed(call.futex);
  return woken;
}

// The chosen operation does this as well.
void log_with_wake(Operation operation, const void* address, uint32_t size) {
  if (!exploring()) return;
  Thread& self = current_thread();
  self.pending = Pending{operation, 0, 0, size, selvage_call_site, 0, reinterpret_cast<uint64_t>(address), 0, 0};
  record_local_event(self);
  self.pending.operation = Operation::None;
}

// Wakes some waiters and lets the others wait for the second futex instead; compares the word first where asked to.
long requeue(const FutexCall& call, bool compares) {
  auto to_wake = static_cast<int>(call.value);
  auto to_move = static_cast<int>(reinterpret_cast<intptr_t>(call.time));
  auto target = reinterpret_cast<uint64_t>(call.second);
  if (to_wake < 0 || to_move < 0 || target % sizeof(uint32_t)) return -EINVAL;
  if (compares) watch_read(current_thread(), call.futex, sizeof(uint32_t));
  unsigned chosen = announce_wake(call, FUTEX_BITSET_MATCH_ANY, call.value, compares ? sizeof(uint32_t) : 0);
  bool refused = compares && __atomic_load_n(call.futex, __ATOMIC_SEQ_CST) != call.third;
  Object& object = object_at(call.futex, ObjectKind::Futex);
  unsigned woken = refused ? 0 : wake_subset(object, FUTEX_BITSET_MATCH_ANY, call.value, chosen);
  if (refused) mark_failed();
  current_event().value = woken;
  // The event of the wake is complete: what follows are others.
  if (compares) log_with_wake(Operation::AtomicLoad, call.futex, sizeof(uint32_t));
  if (to_move > 0) log_with_wake(Operation::FutexWake, call.second, 0);
  if (refused) return -EAGAIN;
  unsigned left = count_waiters(object.address, FUTEX_BITSET_MATCH_ANY);
  if (to_move > 0 && static_cast<unsigned>(to_move) < left)
    unmodelled("syscall(SYS_futex) to requeue some of the waiters", "requeue all of them (INT_MAX)");
  if (to_move > 0) {
    meet(object_at(call.second, ObjectKind::Futex));
    for (uint32_t number = 0; number <= model().highest_thread; number++)
      if (waits_on(thread(number), object.address, FUTEX_BITSET_MATCH_ANY)) thread(number).pending.object = target;
  }
  state_changed(call.futex);
  return woken + (to_move > 0 ? left : 0);
}

}  // namespace

long model_futex(const FutexCall& call) {
  if (reinterpret_cast<uint64_t>(call.futex) % sizeof(uint32_t)) return -EINVAL;
  if (!call.futex) return -EFAULT;
  switch (call.operation & FUTEX_CMD_MASK) {
    case FUTEX_WAIT:
      return wait(call, FUTEX_BITSET_MATCH_ANY, false);
    case FUTEX_WAIT_BITSET:
      return wait(call, call.third, true);
    case FUTEX_WAKE:
      return wake_some(call, FUTEX_BITSET_MATCH_ANY);
    case FUTEX_WAKE_BITSET:
      return wake_some(call, call.third);
    case FUTEX_REQUEUE:
      return requeue(call, false);
    case FUTEX_CMP_REQUEUE:
      return requeue(call, true);
    default:
      unmodelled(
          "syscall(SYS_futex) with this operation",
          "use wait, wake, requeue or their bit-set forms, or a pthread mutex in place of a priority-inheriting futex");
  }
}

unsigned futex_resume_outcomes(const Thread& t) { return t.woken ? 1 : ends_by_itself(t); }

unsigned futex_wake_outcomes(const Thread& t) {
  uint64_t ways = subsets(count_waiters(t.pending.object, t.pending.detail), t.pending.value);
  return ways > kMostSubsets ? 1 : static_cast<unsigned>(ways);
}

}  // namespace selvage::runtime
