#include "explore/race_free.h"

#include <algorithm>

namespace selvage::explore {

namespace {

using model::kNone;
using model::Position;

// Beyond these, nothing is promised: accesses to one granule, bytes in one access.
constexpr size_t kMostAccessesToGranule = 1000;
constexpr uint64_t kWidestAccess = 1 << 14;

bool is_atomic(Operation operation) {
  return operation == Operation::AtomicLoad || operation == Operation::AtomicStore ||
         operation == Operation::AtomicUpdate || operation == Operation::AtomicCompareExchange;
}

// Operations that have one result only, and whose order the race detector takes for an order of their threads.
bool has_one_result(Operation operation) {
  switch (operation) {
    case Operation::MutexLock:
    case Operation::MutexUnlock:
    case Operation::ThreadBegin:
    case Operation::ThreadCreate:
    case Operation::ThreadJoin:
    case Operation::ThreadExit:
    case Operation::CondWait:
    case Operation::CondWake:
    case Operation::CondSignal:
    case Operation::CondBroadcast:
    case Operation::SemaphoreWait:
    case Operation::SemaphorePost:
    case Operation::Read:
    case Operation::Write:
    case Operation::Allocate:
    case Operation::Free:
    case Operation::ProcessExit:
      return true;
    default:
      return false;
  }
}

}  // namespace

Position RaceFreeEnd::find(const model::Path& path, const model::LockSets& locks, Position from) {
  path_ = &path;
  locks_ = &locks;
  // Where nothing remains nothing races.
  end_ = static_cast<Position>(path.size());
  if (!list_accesses()) from = end_;
  for (Position next = from; from < end_; next = from + (end_ - from) / 2)
    is_race_free(next) ? end_ = next : from = std::max(next, obstacle_) + 1;
  is_race_free(end_);
  return end_;
}

void RaceFreeEnd::add_access(Position position, const Footprint& f) {
  bool writes = dependence::modifies_memory(f);
  bool reads = !writes || f.operation == Operation::AtomicUpdate || f.operation == Operation::AtomicCompareExchange;
  uint64_t begin = f.object, end = f.object + dependence::width(f);
  for (uint64_t granule = begin / model::kGranule; granule <= (end - 1) / model::kGranule; granule++)
    touches_.push_back({granule, static_cast<uint32_t>(accesses_.size())});
  accesses_.push_back({position, reads, writes, is_atomic(f.operation), begin, end});
}

// False: one of them is too large to be looked at.
bool RaceFreeEnd::list_accesses() {
  accesses_.clear();
  touches_.clear();
  has_inner_accesses_ = false;
  for (Position position = 0; position < path_->size(); position++) {
    for (const Footprint& f : path_->footprints(position)) {
      if (!dependence::reads_memory(f) || traits(f.operation).effect == Effect::None) continue;
      if (dependence::width(f) > kWidestAccess) return false;
      bool is_inner = &f != path_->footprints(position).data();
      // The program's end looks at the list of exit handlers, which matters only where others register some.
      bool is_look = is_inner && dependence::ends_program((*path_)[position].head);
      auto is_there = [&](const Access& other) {
        return other.begin < f.object + dependence::width(f) && f.object < other.end;
      };
      if (is_look && std::ranges::none_of(accesses_, is_there)) continue;
      has_inner_accesses_ |= is_inner;
      add_access(position, f);
    }
  }
  std::ranges::sort(touches_);
  return true;
}

auto RaceFreeEnd::touches_of(uint64_t granule) const -> std::span<const Touch> {
  auto [begin, end] = std::ranges::equal_range(touches_, granule, {}, &Touch::granule);
  return {begin, end};
}

void RaceFreeEnd::collect(Position position) {
  remaining_.assign(path_->clock_width(), {});
  for (auto p = static_cast<Position>(path_->size()); p-- > position;) {
    Remaining& thread = remaining_[path_->thread(p)];
    thread.first = p;
    if (thread.last == kNone) thread.last = p;
  }
}

bool RaceFreeEnd::is_race_free(Position position) {
  collect(position);
  obstacle_ = position;
  racing_[0] = racing_[1] = 0;
  return cut_threads() && !observed_accesses_race(position) && !unobserved_accesses_race(position);
}

// Whether the operation comes in all executions that begin alike.
bool RaceFreeEnd::is_remaining(Position position) const {
  const Remaining& thread = remaining_[path_->thread(position)];
  return thread.first != kNone && position >= thread.first &&
         (thread.steady_until == kNone || position <= thread.steady_until);
}

// By creation and join, whatever the interleaving.
bool RaceFreeEnd::is_ordered(Position earlier, Position later) const {
  return path_->thread(earlier) == path_->thread(later) || locks_->is_created_or_joined_before(earlier, later);
}

bool RaceFreeEnd::is_over_before(const Remaining& thread, Position position) const {
  return is_ordered(thread.last, position) && thread.last < position;
}

bool RaceFreeEnd::is_steady(Position position) const {
  const model::Transition& step = (*path_)[position];
  if (step.alternatives > 1) return false;
  for (const Footprint& f : path_->footprints(position))
    if (!is_atomic(f.operation) && (!has_one_result(f.operation) || (f.flags & kEventFailed) != 0)) return false;
  return true;
}

// Whether another order of what remains may give it another value: then some write to its memory is not put into one order
// with it, and with the others before it, by creation, join and the threads' own order.
bool RaceFreeEnd::may_read_something_else(const Access& read) const {
  for (size_t i = 0; i < remaining_.size(); i++) {
    const Remaining& other = remaining_[i];
    if (!other.future || i == path_->thread(read.position)) continue;
    // It comes before anything that the thread does in ways not seen here.
    if (is_ordered(read.position, other.steady_until) && read.position < other.steady_until) continue;
    uint32_t site = (*path_)[read.position].site;
    if (std::ranges::any_of(other.future->accesses,
                            [&](uint32_t access) { return foresight_.may_write_same(access, site); }))
      return true;
  }
  for (uint64_t granule = read.begin / model::kGranule; granule <= (read.end - 1) / model::kGranule; granule++) {
    Position last = kNone;  // write before it
    for (const Touch& touch : touches_of(granule)) {
      const Access& write = accesses_[touch.access];
      if (!write.writes || write.begin >= read.end || read.begin >= write.end) continue;
      if (write.position == read.position || !is_remaining(write.position)) continue;
      if (write.position > read.position) {
        if (!is_ordered(read.position, write.position)) return true;
        continue;
      }
      if (!is_ordered(write.position, read.position)) return true;
      if (last != kNone && !is_ordered(last, write.position)) return true;
      last = write.position;
    }
  }
  return false;
}

bool RaceFreeEnd::cut(Remaining& thread, Position position) {
  uint32_t site = (*path_)[position].site;
  if (site == 0 || has_inner_accesses_) return false;
  thread.steady_until = position;
  thread.future = &foresight_.behind(site, path_->thread(position) == 0);
  return !thread.future->is_open;
}

// Finds how far the threads do the same in all executions that begin alike. False: nothing is known.
bool RaceFreeEnd::cut_threads() {
  for (Position p = 0; p < path_->size(); p++)
    if (is_remaining(p) && !is_steady(p) && !cut(remaining_[path_->thread(p)], p)) return false;
  for (bool changed = true; changed;) {
    changed = false;
    for (const Access& access : accesses_) {
      Remaining& thread = remaining_[path_->thread(access.position)];
      if (!access.reads || !is_remaining(access.position) || thread.steady_until == access.position) continue;
      if (!has_inner_accesses_ && !foresight_.decides_conduct((*path_)[access.position].site)) continue;
      if (!may_read_something_else(access)) continue;
      if (!cut(thread, access.position)) return false;
      changed = true;
    }
  }
  return true;
}

bool RaceFreeEnd::is_plain() const {
  for (size_t i = 0; i < remaining_.size(); i++)
    if (remaining_[i].future && remaining_[i].future->has_atomics) return false;
  return std::ranges::none_of(accesses_, [&](const Access& a) { return a.is_atomic && is_remaining(a.position); });
}

// An access before the position may race with one behind it. If they do, they also do in an execution that is explored, with
// both of them waiting side by side: as long as there is one such pair of places only, and nothing orders threads but what
// the race detector knows. True: that cannot be told.
bool RaceFreeEnd::note_possible_race(Position earlier, uint32_t site) {
  for (const Remaining& thread : remaining_) {
    if (thread.first == kNone || path_->thread(thread.first) == path_->thread(earlier)) continue;
    Position before = path_->predecessor(thread.first);
    if (before != kNone && before > earlier && path_->happens_before(earlier, before)) return true;
  }
  uint32_t own = (*path_)[earlier].site;
  uint32_t places[2] = {std::min(own, site), std::max(own, site)};
  if (racing_[0] == 0 && racing_[1] == 0) std::copy_n(places, 2, racing_);
  return racing_[0] != places[0] || racing_[1] != places[1] || !is_plain();
}

bool RaceFreeEnd::may_race(uint32_t one, uint32_t other) const {
  return foresight_.may_conflict(one, other) && !(foresight_.is_atomic(one) && foresight_.is_atomic(other));
}

bool RaceFreeEnd::observed_accesses_race(Position position) {
  for (size_t begin = 0, end = 0; begin < touches_.size(); begin = end) {
    while (end < touches_.size() && touches_[end].granule == touches_[begin].granule) end++;
    if (end - begin > kMostAccessesToGranule) return true;
    for (size_t i = begin; i < end; i++) {
      const Access& later = accesses_[touches_[i].access];
      if (later.position < position || !is_remaining(later.position)) continue;
      for (size_t k = begin; k < i; k++) {
        const Access& earlier = accesses_[touches_[k].access];
        if (!(earlier.writes || later.writes) || (earlier.is_atomic && later.is_atomic)) continue;
        if (earlier.begin >= later.end || later.begin >= earlier.end) continue;
        if (earlier.position >= position && !is_remaining(earlier.position)) continue;
        if (!locks_->may_be_co_enabled(earlier.position, later.position)) continue;
        if (earlier.position >= position) {
          obstacle_ = earlier.position;
          return true;
        }
        if (note_possible_race(earlier.position, (*path_)[later.position].site)) return true;
      }
    }
  }
  return false;
}

bool RaceFreeEnd::unobserved_accesses_race(Position position) {
  for (size_t i = 0; i < remaining_.size(); i++) {
    const Remaining& thread = remaining_[i];
    if (!thread.future) continue;
    for (const Access& other : accesses_) {
      uint16_t owner = path_->thread(other.position);
      if (owner == i) continue;
      if (other.position >= position && !is_remaining(other.position)) continue;
      if (is_ordered(other.position, thread.steady_until) && other.position < thread.steady_until) continue;
      if (is_over_before(thread, other.position)) continue;
      uint32_t own = (*path_)[other.position].site;
      for (uint32_t site : thread.future->accesses) {
        if (!may_race(own, site)) continue;
        if (other.position >= position || note_possible_race(other.position, site)) return true;
      }
    }
    for (size_t k = 0; k < i; k++) {
      const Remaining& other = remaining_[k];
      if (!other.future) continue;
      for (uint32_t one : thread.future->accesses)
        for (uint32_t two : other.future->accesses)
          if (may_race(one, two)) return true;
    }
  }
  return false;
}

// Whether the two depend on each other, and could be about to happen in the same state. A mutex that is given back is not
// taken by others in the state before.
static bool may_be_reversed(const model::Path& path, const model::LockSets& locks, Position a, Position b) {
  auto meets = [&](const Footprint& one) {
    return one.operation != Operation::MutexUnlock &&
           std::ranges::any_of(path.footprints(b), [&](const Footprint& other) {
             return other.operation != Operation::MutexUnlock && dependent(one, other);
           });
  };
  return locks.may_be_co_enabled(a, b) && std::ranges::any_of(path.footprints(a), meets);
}

void RaceFreeEnd::note_overtaking(const Remaining& thread, Position overtaken) {
  Position first = thread.first, known = path_->predecessor(first);
  // A thread that is not there yet cannot come before its creator.
  while (known != kNone && known >= end_) {
    first = remaining_[path_->thread(known)].first;
    known = path_->predecessor(first);
  }
  bool is_before = known != kNone && known >= overtaken && path_->happens_before(overtaken, known);
  if (!is_before) overtaking_.push_back({overtaken, path_->thread(first), known});
}

void RaceFreeEnd::find_last_met(const Remaining& thread, Position observed) {
  for (Position i = end_; i-- > 0;)
    if (may_be_reversed(*path_, *locks_, i, observed)) {
      note_overtaking(thread, i);
      return;
    }
}

// What is met behind what is met for certain is not asked for.
void RaceFreeEnd::find_met(const Remaining& thread, uint32_t site, bool is_mutex) {
  for (Position i = end_; i-- > 0;) {
    if (path_->thread(i) == path_->thread(thread.first)) continue;
    const model::Transition& step = (*path_)[i];
    if (is_mutex) {
      if (dependence::mutex_of(step.head) == 0 || step.head.operation == Operation::MutexUnlock) continue;
      if (!foresight_.may_meet(step.site, site)) continue;
      note_overtaking(thread, i);
      if (foresight_.certainly_meet(step.site, site)) return;
    } else if (dependence::reads_memory(step.head) && foresight_.may_conflict(step.site, site)) {
      note_overtaking(thread, i);
    }
  }
}

void RaceFreeEnd::find_overtaking() {
  overtaking_.clear();
  for (const Remaining& thread : remaining_) {
    if (thread.first == kNone) continue;
    uint16_t number = path_->thread(thread.first);
    Position last = thread.steady_until == kNone ? thread.last : thread.steady_until;
    for (Position p = thread.first; p <= last; p++)
      if (path_->thread(p) == number) find_last_met(thread, p);
    if (!thread.future) continue;
    for (uint32_t site : thread.future->accesses) find_met(thread, site, false);
    for (uint32_t site : thread.future->mutexes) find_met(thread, site, true);
    // What such an operation meets is not looked up.
    for (Position i = 0; thread.future->has_others && i < end_; i++)
      if (path_->thread(i) != number) note_overtaking(thread, i);
  }
  std::ranges::sort(overtaking_);
  auto repeated = std::ranges::unique(overtaking_);
  overtaking_.erase(repeated.begin(), repeated.end());
}

}  // namespace selvage::explore
