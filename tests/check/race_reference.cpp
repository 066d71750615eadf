#include "race_reference.h"

#include <algorithm>
#include <vector>

namespace selvage::check::testing {

namespace {

using enum Operation;

// From this size on, two accesses are compared whatever came between them.
inline constexpr uint64_t kLargeBytes = 512 * 8;

struct Event {
  Footprint f;
  model::Position position;
  bool head;
};

bool one_of(Operation o, std::initializer_list<Operation> list) {
  for (Operation other : list)
    if (o == other) return true;
  return false;
}

bool succeeded(const Footprint& f) { return !(f.flags & kEventFailed) && !(f.flags & kEventTimedOut); }
bool is_plain(const Footprint& f) { return one_of(f.operation, {Read, Write, Free}); }
bool is_plain_write(const Footprint& f) { return one_of(f.operation, {Write, Free}); }
bool is_atomic(const Footprint& f) {
  return one_of(f.operation, {AtomicLoad, AtomicStore, AtomicUpdate, AtomicCompareExchange});
}
bool is_update(const Footprint& f) {
  return f.operation == AtomicUpdate || (f.operation == AtomicCompareExchange && !(f.flags & kEventFailed));
}
bool is_atomic_write(const Footprint& f) { return f.operation == AtomicStore || is_update(f); }
bool is_write(const Footprint& f) { return is_plain_write(f) || is_atomic_write(f); }

// First and one past the last byte.
std::pair<uint64_t, uint64_t> bytes(const Footprint& f) { return {f.object, f.object + (f.size == 0 ? 1 : f.size)}; }
bool touches(const Footprint& f, uint64_t byte) {
  auto [first, end] = bytes(f);
  return byte >= first && byte < end;
}
bool large(const Footprint& f) {
  auto [first, end] = bytes(f);
  return (end - 1) / 8 - first / 8 >= kLargeBytes / 8;
}

class Reference {
 public:
  explicit Reference(const model::Path& path) {
    for (model::Position i = 0; i < path.size(); i++) {
      bool head = true;
      for (const Footprint& f : path.footprints(i)) {
        events_.push_back({f, i, head});
        head = false;
      }
    }
    before_.assign(events_.size(), std::vector<bool>(events_.size()));
    for (size_t b = 0; b < events_.size(); b++) {
      for (size_t a = 0; a < b; a++)
        if (events_[a].f.thread == events_[b].f.thread || ordered_by_objects(a, b)) order(a, b);
      order_by_atomics(b);
    }
  }

  RaceSet races(size_t known) const {
    RaceSet found;
    for (size_t b = 0; b < events_.size(); b++)
      for (size_t a = 0; a < b; a++)
        if (events_[b].position >= known && are_race(a, b))
          found.emplace(events_[a].position, events_[b].position, observed(events_[a], events_[b]));
    return found;
  }

 private:
  void order(size_t a, size_t b) {
    before_[b][a] = true;
    for (size_t c = 0; c < a; c++)
      if (before_[a][c]) before_[b][c] = true;
  }

  // The one who holds the mutex-like object just before event `at`, or -1.
  int holder(size_t at, ObjectKind kind, uint64_t object) const {
    int holder = -1;
    for (size_t i = 0; i < at; i++) {
      const Footprint& f = events_[i].f;
      bool mutex_of_wait = kind == ObjectKind::Mutex && one_of(f.operation, {CondWait, CondWake}) && f.value == object;
      bool same = mutex_of_wait || (traits(f.operation).object == kind && f.object == object);
      if (!same) continue;
      if (takes_exclusively(i)) holder = f.thread;
      if (gives_up(f) && holder == f.thread) holder = -1;
    }
    return holder;
  }
  bool exited(size_t at, int thread) const {
    for (size_t i = 0; i < at; i++)
      if (events_[i].f.operation == ThreadExit && events_[i].f.thread == thread) return true;
    return false;
  }
  bool inherits(size_t at) const {
    const Footprint& f = events_[at].f;
    int dead = holder(at, traits(f.operation).object, f.object);
    return dead >= 0 && exited(at, dead);
  }
  bool takes_exclusively(size_t at) const {
    const Footprint& f = events_[at].f;
    if (f.operation == CondWake) return true;
    if (one_of(f.operation,
               {MutexLock, MutexTryLock, MutexTimedLock, SpinLock, SpinTryLock, StreamLock, AtomicBlockBegin}))
      return succeeded(f) || inherits(at);
    return one_of(f.operation, {RwlockWriteLock, RwlockTryWriteLock, RwlockTimedWriteLock}) && succeeded(f);
  }
  static bool gives_up(const Footprint& f) {
    return one_of(f.operation, {MutexUnlock, SpinUnlock, StreamUnlock, AtomicBlockEnd, RwlockUnlock, CondWait}) &&
           succeeded(f);
  }

  bool ordered_by_objects(size_t at_a, size_t at_b) const {
    const Footprint &a = events_[at_a].f, &b = events_[at_b].f;
    if (a.operation == ThreadCreate && succeeded(a) && a.object == b.thread) return true;
    if (a.operation == ThreadCancel && succeeded(a) && a.object == b.thread) return true;
    if (a.operation == CondSignal && a.value == b.thread + 1u) return true;
    if (one_of(b.operation, {ThreadJoin, ThreadTimedJoin, ThreadTryJoin}) && succeeded(b) && b.object == a.thread)
      return true;
    if (one_of(a.operation, {ThreadKill, SignalAction}) &&
        (one_of(b.operation, {SignalDeliver, SignalAction}) || (b.operation == SignalWait && succeeded(b))))
      return true;
    if (mutex_like(at_a, at_b)) return true;
    if (a.operation == UnseenCall && is_atomic(b) && b.operation != AtomicStore) return (b.flags & kEventAcquire) != 0;
    if (b.operation == UnseenCall && is_atomic_write(a)) return (a.flags & kEventRelease) != 0 && follows_unseen(at_a);
    ObjectKind kind = traits(a.operation).object;
    if (kind != traits(b.operation).object) return false;
    if (one_of(a.operation, {ChannelOpen, ChannelWrite, ChannelClose}))
      return one_of(b.operation, {ChannelRead, ChannelPoll}) && succeeded(b);
    if (a.object != b.object) return false;
    switch (kind) {
      case ObjectKind::Rwlock:
        return rwlock(at_a, at_b);
      case ObjectKind::Condition:
        return one_of(a.operation, {CondBroadcast, CondInit, CondDestroy}) &&
               (one_of(b.operation, {CondInit, CondDestroy}) ||
                (b.operation == CondWake && !(b.flags & (kEventTimedOut | kEventSpurious))));
      case ObjectKind::Semaphore:
        return one_of(a.operation, {SemaphorePost, SemaphoreInit, SemaphoreDestroy}) &&
               (one_of(b.operation, {SemaphoreInit, SemaphoreDestroy}) ||
                (one_of(b.operation, {SemaphoreWait, SemaphoreTryWait, SemaphoreTimedWait, SemaphoreGetValue}) &&
                 succeeded(b)));
      case ObjectKind::Barrier:
        if (a.operation == BarrierArrive)
          return one_of(b.operation, {BarrierArrive, BarrierLeave}) && a.value == b.value;
        return one_of(a.operation, {BarrierInit, BarrierDestroy}) && one_of(b.operation, {BarrierInit, BarrierDestroy});
      case ObjectKind::Once:
        return a.operation == OnceEnd && b.operation == OnceBegin;
      case ObjectKind::Futex:
        return a.operation == FutexWake && b.operation == FutexResume && succeeded(b) && !(b.flags & kEventSpurious);
      case ObjectKind::Descriptor:
        return one_of(a.operation, {FileOpen, FileClose, FileWrite}) &&
               (one_of(b.operation, {FileOpen, FileClose}) || (b.operation == FileRead && succeeded(b)));
      case ObjectKind::Key:
      case ObjectKind::UnseenCode:
        return true;
      default:
        return false;
    }
  }

  // Before the first call of code that is not seen nothing is kept for it.
  bool follows_unseen(size_t at) const {
    return std::any_of(events_.begin(), events_.begin() + static_cast<ptrdiff_t>(at),
                       [](const Event& event) { return event.f.operation == UnseenCall; });
  }

  bool mutex_like(size_t at_a, size_t at_b) const {
    const Footprint &a = events_[at_a].f, &b = events_[at_b].f;
    ObjectKind kind = traits(b.operation).object;
    uint64_t object = b.object;
    if (b.operation == CondWake) {
      kind = ObjectKind::Mutex;
      object = b.value;
    }
    if (kind != ObjectKind::Mutex && kind != ObjectKind::Spinlock && kind != ObjectKind::Stream &&
        kind != ObjectKind::AtomicBlock)
      return false;
    bool made = one_of(b.operation, {MutexInit, MutexDestroy, SpinInit, SpinDestroy});
    if (!made && !takes_exclusively(at_b)) return false;
    // What the dead or, for atomic blocks, the last one inside left behind.
    if (b.operation == AtomicBlockBegin && holder(at_b, kind, object) == a.thread) return true;
    if (a.operation == ThreadExit && holder(at_a, kind, object) == a.thread) return true;
    if (a.operation == CondWait) return kind == ObjectKind::Mutex && a.value == object && succeeded(a);
    if (traits(a.operation).object != kind || a.object != object) return false;
    return gives_up(a) || one_of(a.operation, {MutexInit, MutexDestroy, SpinInit, SpinDestroy});
  }

  bool rwlock(size_t at_a, size_t at_b) const {
    const Footprint &a = events_[at_a].f, &b = events_[at_b].f;
    if (!succeeded(b) || b.operation == RwlockUnlock) return false;
    bool b_reads = one_of(b.operation, {RwlockReadLock, RwlockTryReadLock, RwlockTimedReadLock});
    if (one_of(a.operation, {RwlockInit, RwlockDestroy})) return true;
    if (a.operation != RwlockUnlock || !succeeded(a)) return false;
    bool a_wrote = holder(at_a, ObjectKind::Rwlock, a.object) == a.thread;
    return a_wrote || !b_reads;
  }

  // The operations that a read of `byte` before event `at` synchronises with, if it acquires.
  std::set<size_t> released_to(size_t at, uint64_t byte) const {
    std::set<size_t> sources;
    for (size_t i = at; i-- > 0;) {
      const Footprint& f = events_[i].f;
      if (!is_write(f) || !touches(f, byte)) continue;
      if (is_plain_write(f)) break;
      if (f.flags & kEventRelease) {
        sources.insert(i);
      } else {
        for (size_t j = i; j-- > 0;)
          if (events_[j].f.operation == Fence && events_[j].f.thread == f.thread &&
              (events_[j].f.flags & kEventRelease)) {
            sources.insert(j);
            break;
          }
      }
      if (!is_update(f)) break;
    }
    return sources;
  }

  std::set<size_t> released_to(size_t at) const {
    const Footprint& f = events_[at].f;
    std::set<size_t> sources;
    auto [first, end] = bytes(f);
    for (uint64_t byte = first; byte < end; byte++) sources.merge(released_to(at, byte));
    return sources;
  }

  void order_by_atomics(size_t b) {
    const Footprint& f = events_[b].f;
    if (is_atomic(f) && f.operation != AtomicStore && (f.flags & kEventAcquire))
      for (size_t source : released_to(b)) order(source, b);
    if (f.operation != Fence || !(f.flags & kEventAcquire)) return;
    for (size_t i = 0; i < b; i++) {
      const Footprint& earlier = events_[i].f;
      if (earlier.thread != f.thread || !is_atomic(earlier) || earlier.operation == AtomicStore) continue;
      for (size_t source : released_to(i)) order(source, b);
    }
  }

  static int kind(const Footprint& f) { return (is_plain(f) ? 2 : 0) + (is_write(f) ? 1 : 0); }

  // Nothing came between that stands for `a`, as far as this byte is concerned.
  bool is_last(size_t a, size_t b, uint64_t byte) const {
    for (size_t c = a + 1; c < b; c++) {
      const Footprint& between = events_[c].f;
      if (!(is_plain(between) || is_atomic(between)) || !touches(between, byte)) continue;
      if (is_plain_write(between)) return false;
      if (between.thread == events_[a].f.thread && kind(between) == kind(events_[a].f)) return false;
    }
    return true;
  }

  bool are_race(size_t at_a, size_t at_b) const {
    const Footprint &a = events_[at_a].f, &b = events_[at_b].f;
    if (a.thread == b.thread || before_[at_b][at_a]) return false;
    if (!(is_plain(a) || is_atomic(a)) || !(is_plain(b) || is_atomic(b))) return false;
    if (!is_plain(a) && !is_plain(b)) return false;
    if (!is_write(a) && !is_write(b)) return false;
    uint64_t first = std::max(bytes(a).first, bytes(b).first), end = std::min(bytes(a).second, bytes(b).second);
    if (first >= end) return false;
    if (large(a) && large(b)) return true;
    for (uint64_t byte = first; byte < end; byte++)
      if (is_last(at_a, at_b, byte)) return true;
    return false;
  }

  bool observed(const Event& a, const Event& b) const {
    if (!a.head || !b.head) return false;
    int64_t last_step = -1, appearance = -1;
    for (const Event& e : events_) {
      if (e.position >= b.position) break;
      if (e.head && e.f.thread == b.f.thread) last_step = e.position;
      if (one_of(e.f.operation, {ThreadCreate, ThreadBegin}) && e.f.object == b.f.thread) appearance = e.position;
    }
    int64_t pending_since = last_step >= 0 ? last_step : appearance;
    return pending_since < static_cast<int64_t>(a.position);
  }

  std::vector<Event> events_;
  std::vector<std::vector<bool>> before_;
};

}  // namespace

RaceSet races_by_definition(const model::Path& path, size_t known) { return Reference(path).races(known); }

}  // namespace selvage::check::testing
