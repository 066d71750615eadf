#include "model/path.h"

#include <algorithm>
#include <cassert>

#include "model/clock.h"
#include "model/roles.h"

namespace selvage::model {

namespace {

template <typename Function>
void for_each_child(const Footprint& head, std::span<const Footprint> inner, Function&& function) {
  auto consider = [&](const Footprint& f) {
    if (f.operation == Operation::ThreadCreate && f.object < kMaxThreads) function(f.object);
  };
  consider(head);
  for (const Footprint& f : inner) consider(f);
}

// A narrower write does not hide what an older, wider one touched.
bool covers(const Footprint& write, const Footprint& access) {
  return write.object <= access.object &&
         write.object + dependence::width(write) >= access.object + dependence::width(access);
}

// From this step on a thread may take its first one, because another has taken its own (docs/symmetry.md).
template <typename Function>
void for_each_follower(std::span<const Footprint> inner, Function&& function) {
  for (const Footprint& f : inner)
    if (f.operation == Operation::ThreadFollow && f.object < kMaxThreads && f.value < kMaxThreads)
      function(f.object, f.value);
}

bool concerns_whole_threads(const Footprint& f) {
  return f.operation == Operation::ThreadCreate || f.operation == Operation::ThreadFollow;
}

bool hands_over_mutex(const Footprint& earlier, const Footprint& later) {
  return dependence::mutex_of(earlier) != 0 && dependence::mutex_of(earlier) == dependence::mutex_of(later);
}

// No order lets it come before anything that the thread does which it waits for.
bool joins(const Footprint& join, const Footprint& exit) {
  return join.operation == Operation::ThreadJoin && exit.operation == Operation::ThreadExit &&
         join.object == exit.object && !(join.flags & kEventFailed);
}

// Walks a chain from its newest access on: whether a change that the own access comes after also comes after all older
// changes that the own access is dependent with. One that commutes with its like says nothing about the order of those;
// two that are not alike do.
class Horizon {
 public:
  bool is_reached_by(const Footprint& change) {
    if (!dependence::commutes(change)) return true;
    if (newest_ != nullptr && !dependence::is_alike(*newest_, change)) return true;
    newest_ = &change;
    return false;
  }

 private:
  const Footprint* newest_ = nullptr;
};

// Of a step that waits for assumptions: it may have been waiting before the step at this position as well, so that what
// stands behind that one competes with it, too.
bool may_have_waited(const Path& path, Position position) {
  auto own = static_cast<Position>(path.size() - 1);
  if (!waits_for_assumptions(path[own].head)) return false;
  Position previous = path.predecessor(own);
  bool was_announced = previous == kNone || previous < position;
  return !was_announced || !path.was_enabled(position, path.thread(own));
}

// What those who would not mind others like themselves have to look for in a chain: reads of memory look for writes, whole
// critical sections for everything else that is done to their mutex.
bool counts_as_change(const Footprint& f) {
  return dependence::reads_memory(f) ? dependence::modifies_memory(f) : !dependence::is_section(f);
}

// Two operations of one thread on one lock. An operation of another thread that is dependent with the later one is dependent with the
// earlier one too, and stands before both. Without this rule a reader's unlock would form a race with the unlock of the writer that
// let the reader in, and that race would hide the one between the two locks.
bool stands_for(const Footprint& earlier, const Footprint& later) {
  if (dependence::is_nested(earlier) || dependence::is_nested(later)) return false;
  if (dependence::is_readers(later)) return dependence::is_readers(earlier) && earlier.object == later.object;
  if (traits(later.operation).object != ObjectKind::Mutex || dependence::is_section(later)) return false;
  return dependence::mutex_of(earlier) != 0 && dependence::mutex_of(earlier) == dependence::mutex_of(later) &&
         !dependence::is_section(earlier);
}

}  // namespace

Path::Path()
    : last_of_thread_(clock::kGroup, kNone),
      creation_(clock::kGroup, kNone),
      followed_(clock::kGroup, kNone),
      stride_(clock::kGroup),
      enabled_words_(1) {}

void Path::widen(unsigned threads) {
  if (threads <= stride_) return;
  unsigned wider = stride_;
  while (wider < threads) wider *= 2;
  std::vector<uint32_t> clocks(steps_.size() * wider);
  for (size_t i = 0; i < steps_.size(); i++)
    std::copy_n(clocks_.begin() + static_cast<ptrdiff_t>(i * stride_), stride_,
                clocks.begin() + static_cast<ptrdiff_t>(i * wider));
  assert(reversed_clocks_.empty() || reversed_clocks_.size() % stride_ == 0);
  std::vector<uint32_t> reversed(reversed_clocks_.size() / stride_ * wider);
  for (size_t i = 0; i < reversed_clocks_.size() / stride_; i++)
    std::copy_n(reversed_clocks_.begin() + static_cast<ptrdiff_t>(i * stride_), stride_,
                reversed.begin() + static_cast<ptrdiff_t>(i * wider));
  clocks_ = std::move(clocks);
  reversed_clocks_ = std::move(reversed);
  last_of_thread_.resize(wider, kNone);
  creation_.resize(wider, kNone);
  followed_.resize(wider, kNone);
  stride_ = wider;
}

std::span<const Footprint> Path::footprints(Position position) const {
  const Step& step = steps_[position];
  return {footprints_.data() + step.footprints_begin, step.footprints_end - step.footprints_begin};
}

bool Path::was_enabled(Position position, unsigned thread) const {
  unsigned word = thread / 64;
  return word < enabled_words_ && (enabled_[size_t{position} * enabled_words_ + word] >> (thread % 64)) & 1;
}

bool Path::dependent(const Footprint& footprint, Position position) const {
  return std::ranges::any_of(footprints(position),
                             [&](const Footprint& own) { return selvage::dependent(own, footprint); });
}

bool Path::dependent(Position a, Position b) const {
  return std::ranges::any_of(footprints(a), [&](const Footprint& own) { return dependent(own, b); });
}

bool Path::precedes_reversed(Position earlier, const Race& race) const {
  if (thread(earlier) == thread(race.second)) return true;
  return clock_of_second(race)[thread(earlier)] >= earlier + 1;
}

void Path::join(uint32_t* clock, Position from) const { clock::join(clock, clock_of(from), stride_); }

// The thread was waiting when it was cancelled or signalled, and this is what it does then.
bool Path::wakes_struck(Position strike, Position step) const {
  const Footprint& head = steps_[strike].transition.head;
  if (!dependence::strikes_thread(head.operation) || head.object != thread(step)) return false;
  Position previous = predecessor(step);
  return (previous == kNone || previous < strike) && !was_enabled(strike, thread(step));
}

// Whether the earlier operation let the later one go on, by their kinds. A step may hold several operations on one object
// (two posts): the first of them says what the object was before the step, which is what the later one would have found.
bool Path::lets_go_on(Position earlier, uint32_t footprint, const Footprint& later) const {
  if (may_enable(footprints_[footprint], later)) return true;
  const Step& step = steps_[earlier];
  if (footprint == step.footprints_begin) return false;
  for (uint32_t i = step.footprints_begin; i < footprint; i++)
    if (selvage::dependent(footprints_[i], later)) return may_enable(footprints_[i], later);
  return false;
}

// Whether `candidate` only made `step` possible, so that their order cannot be reversed. Where the waiting operation
// was already announced in the state before the candidate, that state says; otherwise the kinds of operation do.
bool Path::enables(const Candidate& candidate, Position step) const {
  const Footprint& later = footprints_[candidate.own_footprint];
  if (candidate.waits_before) return true;
  if (wakes_struck(candidate.step, step)) return true;
  if (dependence::is_memory(later)) return false;
  if (candidate.own_footprint != steps_[step].footprints_begin || !may_block(later)) return false;
  if (!lets_go_on(candidate.step, candidate.footprint, later)) return false;
  Position previous = predecessor(step);
  if (previous == kNone || previous < candidate.step) return !was_enabled(candidate.step, later.thread);
  return true;
}

// Whether the operation could not have gone on before `candidate` either: something older that lets `candidate` in kept it
// out already, as one reader of a lock does with a writer where another reader comes. It competes with that as well.
bool Path::was_kept_out(const Candidate& candidate, Position step) const {
  const Footprint& later = footprints_[candidate.own_footprint];
  if (candidate.own_footprint != steps_[step].footprints_begin || !may_block(later)) return false;
  // It may not have been signalled there, but its signal comes before it wherever it goes.
  if (later.operation == Operation::CondWake && !(later.flags & kEventTimed)) return false;
  Position previous = predecessor(step);
  return previous != kNone && previous < candidate.step && !was_enabled(candidate.step, later.thread);
}

// Where objects may lie: a bit for each line of memory, of which several may share one.
static constexpr unsigned kObjectLine = 4, kObjectLinesShift = 48;
static uint64_t object_bit(uint64_t line) { return line * 0x9e3779b97f4a7c15u >> kObjectLinesShift; }

void Path::note_object(const Footprint& footprint) {
  if (!dependence::lies_in_memory(traits(footprint.operation).object)) return;
  if (object_lines_.empty()) object_lines_.resize((uint64_t{1} << (64 - kObjectLinesShift)) / 64);
  auto note = [&](uint64_t address) {
    uint64_t bit = object_bit(address >> kObjectLine);
    object_lines_[bit / 64] |= uint64_t{1} << (bit % 64);
  };
  note(footprint.object);
  bool has_mutex = footprint.operation == Operation::CondWait || footprint.operation == Operation::CondWake;
  if (has_mutex) note(footprint.value);
}

// Whether everything that was done to the block is in chains of accesses to memory.
bool Path::knows_uses(const Footprint& free) const {
  constexpr uint64_t kMost = 4096;
  if (free.operation != Operation::Free || dependence::width(free) > kMost || dependence::is_seen(free)) return false;
  if (has_overwritten_ || !strikes_.empty()) return false;
  uint64_t last = (free.object + dependence::width(free) - 1) >> kObjectLine;
  for (uint64_t line = free.object >> kObjectLine; line <= last && !object_lines_.empty(); line++) {
    uint64_t bit = object_bit(line);
    if ((object_lines_[bit / 64] >> (bit % 64)) & 1) return false;
  }
  return true;
}

// Whatever was done to memory before it was freed came before that. kNone: it was not.
Position Path::last_covering_free(const Footprint& footprint) const {
  Position last = kNone;
  for (unsigned size = 0; size < kCellSizes; size++) {
    if (freed_counts_[size] == 0) continue;
    int32_t at = chains_.newest(freed_key(size, cell_of(footprint.object, size)));
    for (; at >= 0; at = chains_.older(at)) {
      auto step = static_cast<Position>(chains_[at].step);
      if (last != kNone && step <= last) break;
      const Footprint& other = footprints_[chains_[at].footprint];
      if (!covers(other, footprint)) continue;
      if (other.thread != footprint.thread && may_have_waited(*this, step)) continue;
      last = step;
    }
  }
  return last;
}

// What was done to the block, found by where it is.
void Path::collect_uses(uint32_t own) {
  const Footprint free = footprints_[own];
  Position freed = last_covering_free(free);
  auto collect = [&](uint64_t key) {
    for (int32_t at = chains_.newest(key); at >= 0; at = chains_.older(at)) {
      const AccessChains::Access& access = chains_[at];
      if (freed != kNone && access.step < freed) return;
      const Footprint& other = footprints_[access.footprint];
      bool is_others = other.thread != free.thread && access.step + 1 != steps_.size();
      if (is_others && selvage::dependent(other, free))
        candidates_.push_back({access.step, access.footprint, own, false});
    }
  };
  for_each_granule(free, collect);
  if (wide_count_ > 0) collect(key_of(ObjectKind::Futex, kWideObject));
  for (unsigned size = 0; size < kCellSizes; size++) {
    if (freed_counts_[size] == 0) continue;
    uint64_t last = cell_of(free.object + dependence::width(free) - 1, size);
    for (uint64_t cell = cell_of(free.object, size); cell <= last; cell++) collect(freed_key(size, cell));
  }
}

// What a block was used for before it was freed the last time is not looked at again for as long as an execution lasts.
void Path::collect_from_all(uint32_t own) {
  const Footprint own_footprint = footprints_[own];
  if (knows_uses(own_footprint)) return collect_uses(own);
  for (auto step = static_cast<Position>(steps_.size() - 1); step-- > 0;) {
    bool is_freed = false;
    for (uint32_t i = steps_[step].footprints_begin; i < steps_[step].footprints_end; i++) {
      const Footprint& other = footprints_[i];
      bool is_others = other.thread != own_footprint.thread;
      if (is_others && selvage::dependent(other, own_footprint)) candidates_.push_back({step, i, own, false});
      is_freed |= other.operation == Operation::Free && covers(other, own_footprint) &&
                  !(is_others && may_have_waited(*this, step));
    }
    if (is_freed) return;
  }
}

// The blocks that lay where the access is, or the object.
void Path::collect_freed(uint32_t own) {
  const Footprint own_footprint = footprints_[own];
  bool is_memory = dependence::reads_memory(own_footprint);
  bool has_mutex = own_footprint.operation == Operation::CondWait || own_footprint.operation == Operation::CondWake;
  for (unsigned size = 0; size < kCellSizes; size++) {
    if (freed_counts_[size] == 0) continue;
    uint64_t first = cell_of(own_footprint.object, size);
    uint64_t last = is_memory ? cell_of(own_footprint.object + dependence::width(own_footprint) - 1, size) : first;
    for (uint64_t cell = first; cell <= last; cell++) collect_chain(own, chains_.newest(freed_key(size, cell)));
    uint64_t mutex = cell_of(own_footprint.value, size);
    if (has_mutex && mutex != first) collect_chain(own, chains_.newest(freed_key(size, mutex)));
  }
}

// The step has read the same before, and nothing else was done to the granule since: what depends on the one depends on the
// other. Where few operations are points, a step may read a variable very often.
bool Path::is_repeated_read(const Footprint& read) const {
  if (!dependence::is_memory(read) || dependence::modifies_memory(read) || is_wide(read) || dependence::is_seen(read))
    return false;
  bool repeated = true;
  for_each_granule(read, [&](uint64_t key) {
    int32_t newest = chains_.newest(key);
    const Footprint* last = newest < 0 ? nullptr : &footprints_[chains_[newest].footprint];
    repeated &= last != nullptr && chains_[newest].step + 1 == steps_.size() && last->operation == read.operation &&
                last->flags == read.flags && last->object == read.object && last->size == read.size;
  });
  return repeated;
}

// Finds what the footprint is dependent with, and takes its place in the chains of what it touches.
void Path::add_accesses(uint32_t own, const Footprint& footprint) {
  auto step = static_cast<Position>(steps_.size() - 1);
  constexpr uint64_t kWideKey = key_of(ObjectKind::Futex, kWideObject);
  note_object(footprint);
  if (dependence::is_overwritten(footprint)) {
    has_overwritten_ = true;
    if (wide_count_ > 0) collect_chain(own, chains_.newest(kWideKey));
    if (freed_count_ > 0) collect_freed(own);
    return;
  }
  bool changes = counts_as_change(footprint);
  bool meets_wide = wide_count_ > 0 || freed_count_ > 0;
  if (dependence::is_memory(footprint) && !meets_wide && !is_wide(footprint) && !waits_in_loop(footprint)) {
    for_each_granule(footprint, [&](uint64_t key) {
      steps_.back().marks.add_key(key, changes);
      collect_memory_chain(own, footprint, chains_.append(key, step, own, changes));
    });
    if (dependence::is_seen(footprint)) {
      steps_.back().marks.add_key(kSeenKey, true);
      collect_seen(own, chains_.append(kSeenKey, step, own, true));
      steps_.back().marks.add_key(kObservedKey, true);
      chains_.append(kObservedKey, step, own, true);
    }
    return;
  }
  // The lock stands for the whole section.
  if (dependence::is_section(footprint) && footprint.operation == Operation::MutexUnlock) return;
  bool wide = is_wide(footprint);
  steps_.back().marks.add(footprint);
  if (wide) collect_from_all(own);
  if (!wide && meets_wide && may_meet_wide(footprint)) {
    if (wide_count_ > 0) collect_chain(own, chains_.newest(kWideKey));
    collect_freed(own);
  }
  for_each_key(footprint, [&](uint64_t key) {
    int32_t newest = chains_.append(key, step, own, changes);
    if (key == kSeenKey) return wide ? void() : collect_seen(own, newest);
    if (key == kObservedKey) return dependence::ends_program(footprint) ? collect_observed(own, newest) : void();
    if (is_freed_key(key)) {
      freed_counts_[cell_size_of_key(key)]++;
      freed_count_++;
      return;
    }
    wide_count_ += key == kWideKey;
    if (newest >= 0 && key != kWideKey) collect_chain(own, newest);
  });
}

// Whether the thread did the same before, in this access: what is older and dependent with the one came before the other,
// too. Otherwise a thread that goes round a loop would be compared with all of its rounds in each.
bool Path::repeats(const Footprint& own, const AccessChains::Access& access) const {
  const Footprint& other = footprints_[access.footprint];
  if (other.thread != own.thread || access.step + 1 == steps_.size()) return false;
  bool is_alike = other.operation == own.operation && other.flags == own.flags && other.size == own.size &&
                  other.object == own.object && other.value == own.value;
  return is_alike && thread(access.step) == own.thread && steps_.back().transition.head.thread == own.thread;
}

// Of an access that waits for nobody: what changed the same memory, and, where it changes it itself, who read it.
void Path::collect_memory_chain(uint32_t own, const Footprint& own_footprint, int32_t newest) {
  bool changes = dependence::modifies_memory(own_footprint);
  auto next = [&](int32_t at) { return changes ? at : chains_.change_from(at); };
  Horizon horizon;
  for (int32_t at = next(newest); at >= 0; at = next(chains_.older(at))) {
    const AccessChains::Access& access = chains_[at];
    const Footprint& other = footprints_[access.footprint];
    // A transition may begin other threads, but does not race with itself.
    bool is_others = other.thread != own_footprint.thread && access.step + 1 != steps_.size();
    if (!is_others && repeats(own_footprint, access)) return;
    if (is_others && dependence::commute(other, own_footprint)) continue;
    if (is_others && dependence::overlap(other, own_footprint)) {
      bool hides_nothing = may_have_waited(*this, access.step);
      candidates_.push_back({access.step, access.footprint, own, false, hides_nothing, false, true});
      if (hides_nothing) continue;
    }
    if (chains_.is_change(at) && covers(other, own_footprint) && horizon.is_reached_by(other)) return;
  }
}

// All changes of what atoms read are ordered: the last one before is enough. Where it is of the same memory, the chain of that
// memory has it, which knows of waiting; and what still waits has changed nothing.
void Path::collect_seen(uint32_t own, int32_t newest) {
  if (newest < 0) return;
  const Footprint& own_footprint = footprints_[own];
  if (own == steps_.back().footprints_begin && loop_wait().present) return;
  const AccessChains::Access& access = chains_[newest];
  const Footprint& other = footprints_[access.footprint];
  bool is_others = other.thread != own_footprint.thread && access.step + 1 != steps_.size();
  if (is_others && !dependence::overlap(other, own_footprint))
    candidates_.push_back({access.step, access.footprint, own, false, false, false, !waits_in_loop(own_footprint)});
}

// The program's end is dependent with all that is observed, which need not be dependent with each other.
void Path::collect_observed(uint32_t own, int32_t newest) {
  for (int32_t at = newest; at >= 0; at = chains_.older(at)) {
    const AccessChains::Access& access = chains_[at];
    bool is_others = footprints_[access.footprint].thread != footprints_[own].thread;
    if (is_others && access.step + 1 != steps_.size())
      candidates_.push_back({access.step, access.footprint, own, false});
  }
}

// The transition says so itself, or, where it has only been announced, its value does.
Path::LoopWait Path::loop_wait() const {
  const Step& step = steps_.back();
  const Footprint& head = step.transition.head;
  if (!waits_in_loop(head) || !dependence::is_memory(head)) return {};
  uint64_t value = step.footprints_end == step.footprints_begin + 1 ? head.value : 0;
  for (uint32_t i = step.footprints_begin + 1; i < step.footprints_end; i++)
    if (footprints_[i].operation == Operation::SpinWait) value = footprints_[i].value;
  return {selvage::loop_wait::writes(value), (value & selvage::loop_wait::kPresent) != 0,
          (value & selvage::loop_wait::kOpen) != 0};
}

void Path::collect_chain(uint32_t own, int32_t newest) {
  const Footprint own_footprint = footprints_[own];
  bool is_head = own == steps_.back().footprints_begin;
  LoopWait wait = is_head ? loop_wait() : LoopWait{};
  bool waits = wait.present;
  bool skips = dependence::is_section(own_footprint);
  Horizon horizon;
  auto next = [&](int32_t at) { return skips ? chains_.change_from(at) : at; };
  for (int32_t at = next(newest); at >= 0; at = next(chains_.older(at))) {
    const AccessChains::Access& access = chains_[at];
    const Footprint& other = footprints_[access.footprint];
    // A transition may begin other threads, but does not race with itself.
    bool is_others = other.thread != own_footprint.thread && access.step + 1 != steps_.size();
    if (is_others) {
      if (!selvage::dependent(other, own_footprint)) continue;
      candidates_.push_back({access.step, access.footprint, own, false});
      if (wait.writes > 0 && dependence::modifies_memory(other) && dependence::width(other) <= kGranule) {
        candidates_.back().waits_before = true;
        wait.writes--;
        waits = true;
        continue;
      }
      // Before a read it waits where it waits after it.
      if (waits && !dependence::modifies_memory(other)) candidates_.back().waits_before = true;
      if (dependence::modifies_memory(other)) waits = false;
      // It may not be possible to go before this one, and yet before one behind it.
      if (wait.open || may_have_waited(*this, access.step)) {
        candidates_.back().hides_nothing = true;
        continue;
      }
    }
    if (!is_others && repeats(own_footprint, access)) break;
    if (other.thread == own_footprint.thread && stands_for(other, own_footprint)) break;
    if (!orders_all_before(other)) continue;
    // Behind a release stands the acquisition that the waiting operation competes with.
    if (is_others && may_block(own_footprint) && lets_go_on(access.step, access.footprint, own_footprint)) continue;
    if (!dependence::is_memory(other) || (covers(other, own_footprint) && horizon.is_reached_by(other))) break;
  }
}

int32_t Path::find_waking_signal(const Footprint& wake, Position wait) const {
  int32_t waking = AccessChains::kNobody;
  for (int32_t at = chains_.newest(key_of(ObjectKind::Condition, wake.object)); at >= 0; at = chains_.older(at)) {
    const AccessChains::Access& access = chains_[at];
    if (wait != kNone && access.step < wait) break;
    const Footprint& other = footprints_[access.footprint];
    if (may_wake(other, wake) && other.thread != wake.thread) waking = at;  // the first one since the wait did it
  }
  return waking;
}

bool Path::was_signalled(const Footprint& wake) const {
  Position wait = wake.thread < last_of_thread_.size() ? last_of_thread_[wake.thread] : kNone;
  return find_waking_signal(wake, wait) >= 0;
}

// The signal that woke a waiter happens before its waking, though nothing about the condition's queue does. False: nobody
// has signalled it yet.
bool Path::collect_waking_signal(const Footprint& wake, Position wait) {
  int32_t waking = find_waking_signal(wake, wait);
  if (waking < 0) return false;
  const AccessChains::Access& access = chains_[waking];
  bool could_do_without = (wake.flags & kEventTimed) != 0;
  candidates_.push_back(
      {access.step, access.footprint, steps_.back().footprints_begin, !could_do_without, could_do_without});
  return true;
}

// Cancelling or signalling a thread is dependent with whatever that thread does before and after.
void Path::collect_strikes(const Footprint& head, Position previous) {
  auto comes_behind = [&](Position last) {
    if (last != kNone)
      candidates_.push_back({last, steps_[last].footprints_begin, steps_.back().footprints_begin, false});
  };
  if (dependence::is_to_process(head)) {
    for (size_t other = 0; other < last_of_thread_.size(); other++)
      if (other != head.thread) comes_behind(last_of_thread_[other]);
  } else if (dependence::strikes_thread(head.operation) && head.object < last_of_thread_.size()) {
    comes_behind(last_of_thread_[head.object]);
  }
  // The cancellation of a waiter wakes it, which it cannot come before.
  auto is_ordered = [&](Position strike) {
    return std::ranges::any_of(candidates_, [&](const Candidate& c) { return c.step == strike && c.only_orders; });
  };
  for (Position strike : strikes_)
    if (dependence::strikes(steps_[strike].transition.head, head.thread) && (previous == kNone || strike > previous) &&
        !is_ordered(strike))
      candidates_.push_back({strike, steps_[strike].footprints_begin, steps_.back().footprints_begin, false});
}

uint32_t Path::keep_reversed_clock(Position step, Position first) {
  size_t before = reversed_clocks_.size();
  reversed_clocks_.resize(before + stride_);
  uint32_t* clock = reversed_clocks_.data() + before;
  if (Position previous = predecessor(step); previous != kNone) join(clock, previous);
  for (const Candidate& candidate : candidates_)
    if (candidate.step != first && !happens_before(first, candidate.step)) join(clock, candidate.step);
  return static_cast<uint32_t>(before / stride_);
}

// Whatever puts the second transition behind the position is newer than the first one, and has been seen to.
bool Path::is_asked_for(Position first, Position second) const {
  if (asked_behind_ == kNone || first >= asked_behind_ || second == asked_behind_) return true;
  return second > asked_behind_ && happens_before(asked_behind_, second);
}

// Candidates are met newest first, so that one which is ordered through a newer one is known to be.
void Path::order_and_find_races(Position step, std::vector<Race>& races) {
  // Of one transition, what the head depends on comes first.
  auto comes_first = [](const Candidate& a, const Candidate& b) {
    return a.step != b.step ? a.step > b.step : a.own_footprint < b.own_footprint;
  };
  if (!std::ranges::is_sorted(candidates_, comes_first)) std::ranges::sort(candidates_, comes_first);
  uint32_t head = steps_[step].footprints_begin;
  // Who held the mutex that the transition locks, while what it does under the mutex is compared with what that one did: it
  // could not have come in between, but only before the holder's own lock.
  uint16_t holder = kMaxThreads;
  uint32_t* clock = clock_of(step);
  // Orders that only exist because the operation had to wait: they do not hide a race with what lies behind them.
  bool waited = false;
  std::vector<uint32_t>& without_waiting = without_waiting_;
  for (const Candidate& candidate : candidates_) {
    uint16_t other = thread(candidate.step);
    const uint32_t* known = waited ? without_waiting.data() : clock;
    if (known[other] >= candidate.step + 1) continue;
    bool is_head = candidate.own_footprint == head;
    bool is_join = is_head && joins(footprints_[head], footprints_[candidate.footprint]);
    if (candidate.only_orders || is_join) {
      join(clock, candidate.step);
      if (waited) join(without_waiting.data(), candidate.step);
      continue;
    }
    bool held_back = other == holder && !is_head;
    if (held_back || (!candidate.never_waits && enables(candidate, step))) {
      if (is_head && hands_over_mutex(footprints_[candidate.footprint], footprints_[head])) holder = other;
      if (!waited) {
        waited = true;
        without_waiting.assign(clock, clock + stride_);
      }
      join(clock, candidate.step);
      continue;
    }
    if (other == holder) holder = kMaxThreads;
    // In another order it need not have waited for everybody.
    bool differs = waited || ends_late(footprints_[head]);
    if (is_asked_for(candidate.step, step))
      races.push_back({candidate.step, step, differs ? keep_reversed_clock(step, candidate.step) : kNone});
    bool hides_nothing = candidate.hides_nothing || (!candidate.never_waits && was_kept_out(candidate, step));
    if (hides_nothing && !waited) {
      waited = true;
      without_waiting.assign(clock, clock + stride_);
    }
    join(clock, candidate.step);
    if (waited && !hides_nothing) join(without_waiting.data(), candidate.step);
  }
}

void Path::order_after_all(Position step) {
  for (Position last : last_of_thread_)
    if (last != kNone) join(clock_of(step), last);
}

void Path::add_enabled(std::span<const uint64_t> enabled) {
  size_t before = steps_.size() - 1;
  if (enabled.size() > enabled_words_) {
    std::vector<uint64_t> wider(before * enabled.size());
    for (size_t i = 0; i < before; i++)
      std::copy_n(enabled_.begin() + static_cast<ptrdiff_t>(i * enabled_words_), enabled_words_,
                  wider.begin() + static_cast<ptrdiff_t>(i * enabled.size()));
    enabled_ = std::move(wider);
    enabled_words_ = static_cast<unsigned>(enabled.size());
  }
  if (enabled_.size() < steps_.size() * enabled_words_) enabled_.resize(steps_.size() * enabled_words_ * 2);
  uint64_t* own = enabled_.data() + before * enabled_words_;
  for (size_t i = 0; i < enabled_words_; i++) own[i] = i < enabled.size() ? enabled[i] : 0;
}

void Path::push(const Transition& transition, std::span<const Footprint> inner, std::span<const uint64_t> enabled,
                std::vector<Race>& races) {
  const Footprint& head = transition.head;
  bool concerns_threads = concerns_whole_threads(head) || std::ranges::any_of(inner, concerns_whole_threads);
  unsigned needed = head.thread + 1u;
  if (concerns_threads) {
    auto need = [&](uint64_t thread) { needed = std::max(needed, static_cast<unsigned>(thread) + 1); };
    for_each_child(head, inner, need);
    for_each_follower(inner, [&](uint64_t follower, uint64_t) { need(follower); });
  }
  if (needed > stride_) widen(needed);
  auto step = static_cast<Position>(steps_.size());
  Position previous = last_of_thread_[head.thread];
  uint32_t footprints_begin = footprints_.size();
  footprints_.push_back(head);
  for (const Footprint& f : inner) footprints_.push_back(f);
  uint64_t hash_before = hash();
  Step& own_step = steps_.add();
  own_step.transition = transition;
  own_step.footprints_begin = footprints_begin;
  own_step.footprints_end = footprints_.size();
  own_step.accesses_begin = chains_.size();
  own_step.previous_of_thread = previous;
  own_step.run_begin = previous != kNone && previous + 1 == step ? steps_[previous].run_begin : step;
  own_step.hash =
      hash_step(hash_before, head.thread, head.operation, transition.alternatives, transition.site, head.object);
  own_step.marks = {};
  own_step.concerns_threads = concerns_threads;
  add_enabled(enabled);

  if (clocks_.size() < steps_.size() * stride_) clocks_.resize(steps_.size() * stride_ * 2);
  if (Position program_order = predecessor(step); program_order != kNone) {
    clock::copy(clock_of(step), clock_of(program_order), stride_);
  } else {
    clock::clear(clock_of(step), stride_);
  }

  candidates_.clear();
  add_accesses(footprints_begin, head);
  for (uint32_t i = 0; i < inner.size(); i++) {
    // A look that an update goes with: what is dependent with it is dependent with the update.
    bool is_look = waits_in_loop(inner[i]) && dependence::is_memory(inner[i]);
    if (!is_look && !is_repeated_read(inner[i])) add_accesses(footprints_begin + 1 + i, inner[i]);
  }
  // A waiter that nobody has signalled waits for that, whoever holds the mutex.
  if (head.operation == Operation::CondWake && !dependence::concerns_condition(head) &&
      !collect_waking_signal(head, previous) && !(head.flags & kEventTimed))
    candidates_.clear();
  // Nothing has to be behind it that it would have to come before.
  if (previous == kNone && followed_[head.thread] != kNone)
    candidates_.push_back({followed_[head.thread], steps_[followed_[head.thread]].footprints_begin, 0, true});
  bool strikes = dependence::strikes_thread(head.operation);
  if (strikes || !strikes_.empty()) collect_strikes(head, previous);
  if (!candidates_.empty()) order_and_find_races(step, races);
  if (ends_late(head)) order_after_all(step);

  clock_of(step)[head.thread] = step + 1;
  last_of_thread_[head.thread] = step;
  if (concerns_threads) {
    for_each_child(head, inner, [&](uint64_t child) { creation_[child] = step; });
    for_each_follower(inner, [&](uint64_t follower, uint64_t followed) { followed_[follower] = first_of(followed); });
  }
  if (strikes) strikes_.push_back(step);
}

Position Path::first_of(uint64_t thread) const {
  Position first = kNone;
  for (Position at = thread < stride_ ? last_of_thread_[thread] : kNone; at != kNone; at = previous_of_thread(at))
    first = at;
  return first;
}

void Path::truncate(size_t length) {
  while (steps_.size() > length) {
    const Step& step = steps_.back();
    const Footprint& head = step.transition.head;
    last_of_thread_[head.thread] = step.previous_of_thread;
    if (step.concerns_threads) {
      std::span<const Footprint> inner = footprints(static_cast<Position>(steps_.size() - 1)).subspan(1);
      for_each_child(head, inner, [&](uint64_t child) { creation_[child] = kNone; });
      for_each_follower(inner, [&](uint64_t follower, uint64_t) { followed_[follower] = kNone; });
    }
    if (dependence::strikes_thread(head.operation)) strikes_.pop_back();
    while (chains_.size() > step.accesses_begin) {
      uint64_t key = chains_.back().key;
      wide_count_ -= key == key_of(ObjectKind::Futex, kWideObject);
      if (is_freed_key(key)) {
        freed_counts_[cell_size_of_key(key)]--;
        freed_count_--;
      }
      chains_.pop_back();
    }
    footprints_.drop_to(step.footprints_begin);
    steps_.drop_to(steps_.size() - 1);
  }
}

}  // namespace selvage::model
