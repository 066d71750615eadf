#include "check/race_detector.h"

#include <algorithm>

#include "model/roles.h"

namespace selvage::check {

namespace {

enum class Role : uint8_t { Synchronises, Plain, Atomic, Nothing };

constexpr Role role_of(Operation operation) {
  switch (operation) {
    case Operation::Read:
    case Operation::Write:
    case Operation::Free:
      return Role::Plain;
    case Operation::AtomicLoad:
    case Operation::AtomicStore:
    case Operation::AtomicUpdate:
    case Operation::AtomicCompareExchange:
      return Role::Atomic;
    case Operation::Allocate:
    case Operation::AtomValues:
    case Operation::ThreadFollow:
    case Operation::ObservedValue:
    case Operation::Observe:
      return Role::Nothing;
    default:
      return Role::Synchronises;
  }
}

// A compare-exchange that failed did not.
bool has_written(const Footprint& f) { return dependence::modifies_memory(f) && !(f.flags & kEventFailed); }

uint8_t kind_of(const Footprint& f, Role role) {
  bool writes = has_written(f);
  if (role == Role::Plain) return writes ? kPlainWrite : kPlainRead;
  return writes ? kAtomicWrite : kAtomicRead;
}

// A compare-exchange that is made in vain does not write.
uint8_t kind_of_wait(const Footprint& f) {
  bool writes = f.operation == Operation::AtomicUpdate || f.operation == Operation::AtomicStore ||
                f.operation == Operation::Write;
  if (role_of(f.operation) == Role::Plain) return writes ? kPlainWrite : kPlainRead;
  return writes ? kAtomicWrite : kAtomicRead;
}

}  // namespace

void RaceDetector::start_over() {
  forget_from(0);
  looked_at_ = 0;
}

void RaceDetector::forget_from(size_t length) {
  if (marks_.size() > length) {
    const Mark& mark = marks_[length];
    time_ = mark.time;
    synchronisation_.undo(mark.synchronisation);
    memory_.undo(mark.memory);
    appeared_.undo(mark.appeared);
    marks_.drop_to(static_cast<uint32_t>(length));
  }
  if (looked_at_ > length) looked_at_ = length;
  if (first_plain_ >= length) first_plain_ = SIZE_MAX;
}

// How many steps have to be taken so that every access among the new ones has been compared. Accesses race only where
// one of the two is plain: until the first plain access nothing is, and what does not touch memory can wait.
size_t RaceDetector::look_ahead(const model::Path& path, size_t known) {
  size_t needed = 0;
  for (size_t i = looked_at_; i < path.size(); i++)
    for (const Footprint& f : path.footprints(static_cast<model::Position>(i))) {
      Role role = role_of(f.operation);
      if (role == Role::Plain && first_plain_ == SIZE_MAX) first_plain_ = i;
      if ((role == Role::Plain || role == Role::Atomic) && i >= known) needed = i + 1;
    }
  looked_at_ = path.size();
  return first_plain_ == SIZE_MAX ? 0 : needed;
}

void RaceDetector::advance(const model::Path& path, size_t known, std::vector<DataRace>& races) {
  forget_from(known);
  size_t needed = look_ahead(path, known);
  while (marks_.size() < needed) take(path, marks_.size(), known, races);
}

void RaceDetector::note_thread(unsigned thread, model::Position position) {
  if (thread >= kMaxThreads) return;
  synchronisation_.make_room(thread + 1);
  while (appeared_.size() <= thread) appeared_.push_back(model::kNone);
  if (position != model::kNone) appeared_.change(thread) = position;
}

void RaceDetector::take(const model::Path& path, model::Position position, size_t known, std::vector<DataRace>& races) {
  Mark& mark = marks_.add();
  mark.time = time_;
  synchronisation_.save(mark.synchronisation);
  memory_.save(mark.memory);
  appeared_.save(mark.appeared);
  if (position >= known) compare_waits(path, position, races);
  bool inner = false, in_section = false;
  for (const Footprint& f : path.footprints(position)) {
    time_++;
    if (f.thread >= appeared_.size()) note_thread(f.thread, model::kNone);
    synchronisation_.begin(f.thread);
    Role role = role_of(f.operation);
    if (in_section && (role == Role::Plain || role == Role::Atomic)) synchronisation_.meet_in_section(f, time_);
    if (role == Role::Synchronises || role == Role::Atomic) synchronisation_.execute(f, time_, memory_);
    if (dependence::is_section(f)) in_section = f.operation == Operation::MutexLock;
    if (role == Role::Plain || role == Role::Atomic) {
      Access access{time_, position, f.thread, kind_of(f, role), inner};
      racing_.clear();
      memory_.enter(access, f.object, dependence::width(f), synchronisation_.clocks(), racing_);
      if (!racing_.empty() && position >= known) report(path, access, races);
    } else if (f.operation == Operation::ThreadCreate || f.operation == Operation::ThreadBegin) {
      note_thread(static_cast<unsigned>(f.object), position);
    }
    inner = true;
  }
}

// The thread went round a loop until the access let it go on, and all that while made the access in vain. Those accesses
// are not on the path (docs/spinning.md). What is neither ordered before the first of them nor comes after the last would
// have been between them: so the access counts with what the thread knew before it. The same holds for a look that an
// update goes with, and that stands behind it on the path: it could have come earlier.
void RaceDetector::compare_waits(const model::Path& path, model::Position position, std::vector<DataRace>& races) {
  for (const Footprint& f : path.footprints(position))
    if (model::waits_in_loop(f) && role_of(f.operation) == Role::Atomic) compare_wait(path, f, position, races);
}

void RaceDetector::compare_wait(const model::Path& path, const Footprint& f, model::Position position,
                                std::vector<DataRace>& races) {
  if (f.thread >= appeared_.size()) note_thread(f.thread, model::kNone);
  Access access{time_ + 1, position, f.thread, kind_of_wait(f), 0};
  racing_.clear();
  memory_.compare(access, f.object, dependence::width(f), synchronisation_.clocks(), racing_);
  if (!racing_.empty()) report(path, access, races);
}

bool can_race(const Footprint& a, const Footprint& b) {
  bool is_plain = role_of(a.operation) == Role::Plain || role_of(b.operation) == Role::Plain;
  return is_plain && dependence::is_memory(a) && dependence::is_memory(b) && dependence::overlap(a, b) &&
         (has_written(a) || has_written(b));
}

void RaceDetector::compare_waiting(const model::Path& path, std::span<const WaitingAccess> waiting,
                                   std::vector<DataRace>& races) {
  auto is_plain = [](const WaitingAccess& one) { return role_of(one.access.operation) == Role::Plain; };
  if (waiting.empty() || (first_plain_ == SIZE_MAX && std::ranges::none_of(waiting, is_plain))) return;
  // What is taken only now has no access in it that would have to be compared.
  while (marks_.size() < path.size()) take(path, marks_.size(), path.size(), races);
  for (uint32_t i = 0; i < waiting.size(); i++) {
    const Footprint& f = waiting[i].access;
    if (f.thread >= appeared_.size()) note_thread(f.thread, model::kNone);
    Access access{time_ + 1, model::kNone, f.thread, kind_of_wait(f), 0};
    racing_.clear();
    memory_.compare(access, f.object, dependence::width(f), synchronisation_.clocks(), racing_);
    for (const Access& first : racing_) races.push_back({first.position, model::kNone, false, i});
  }
}

// The access was what its thread would do next in the state before the step `state`.
bool RaceDetector::was_pending(const model::Path& path, const Access& access, model::Position state) const {
  if (access.inner) return false;
  model::Position before = path.previous_of_thread(access.position);
  if (before == model::kNone) before = appeared_[access.thread];
  return before == model::kNone || before < state;
}

void RaceDetector::report(const model::Path& path, const Access& access, std::vector<DataRace>& races) {
  for (const Access& first : racing_) {
    bool observed = !first.inner && was_pending(path, access, first.position);
    DataRace race{first.position, access.position, observed};
    // An access of several granules meets the same one in each.
    if (!races.empty() && races.back().first == race.first && races.back().second == race.second &&
        races.back().observed == race.observed)
      continue;
    races.push_back(race);
  }
}

}  // namespace selvage::check
