#include "model/lock_sets.h"

#include <algorithm>

namespace selvage::model {

namespace {

bool failed(const Footprint& f) { return (f.flags & (kEventFailed | kEventTimedOut)) != 0; }

bool exclude_each_other(std::span<const HeldLock> a, std::span<const HeldLock> b) {
  for (const HeldLock& one : a)
    for (const HeldLock& other : b)
      if (one.object == other.object && one.kind == other.kind && !(one.shared && other.shared)) return true;
  return false;
}

}  // namespace

LockSets::LockSets() : clocks_(kFirstStride) { sets_.push_back({0, 0}); }

void LockSets::make_room(unsigned threads) {
  while (threads_.size() < threads) threads_.push_back({0, 0});
  if (threads <= stride_) return;
  unsigned wider = stride_;
  while (wider < threads) wider *= 2;
  std::vector<Position> clocks(size_t{clock_count_} * wider);
  for (size_t i = 0; i < clock_count_; i++)
    std::copy_n(clocks_.data() + i * stride_, stride_, clocks.data() + i * wider);
  clocks_ = std::move(clocks);
  stride_ = wider;
}

void LockSets::learn(unsigned thread, unsigned from, Position steps) {
  size_t begin = size_t{clock_count_} * stride_;
  if (clocks_.size() < begin + stride_) clocks_.resize((begin + stride_) * 2);
  Position* joined = clocks_.data() + begin;
  const Position* own = clocks_.data() + size_t{threads_[thread].clock} * stride_;
  const Position* other = clocks_.data() + size_t{threads_[from].clock} * stride_;
  for (unsigned i = 0; i < stride_; i++) joined[i] = std::max(own[i], other[i]);
  joined[from] = std::max(joined[from], steps);
  threads_.change(thread).clock = clock_count_++;
}

void LockSets::replace_set(uint16_t thread, std::span<const HeldLock> locks) {
  uint32_t set = 0;
  if (!locks.empty()) {
    set = sets_.size();
    uint32_t begin = locks_.size();
    for (const HeldLock& lock : locks) locks_.push_back(lock);
    sets_.push_back({begin, locks_.size()});
  }
  threads_.change(thread).set = set;
}

void LockSets::acquire(uint16_t thread, ObjectKind kind, uint64_t object, bool shared) {
  auto held = locks_of(threads_[thread].set);
  scratch_.assign(held.begin(), held.end());
  auto same = [&](const HeldLock& lock) { return lock.object == object && lock.kind == kind; };
  if (auto known = std::ranges::find_if(scratch_, same); known != scratch_.end())
    known->count++;
  else
    scratch_.push_back({object, kind, shared, 1});
  replace_set(thread, scratch_);
}

void LockSets::release(uint16_t thread, ObjectKind kind, uint64_t object, bool entirely) {
  auto held = locks_of(threads_[thread].set);
  auto same = [&](const HeldLock& lock) { return lock.object == object && lock.kind == kind; };
  if (std::ranges::none_of(held, same)) return;
  scratch_.assign(held.begin(), held.end());
  auto known = std::ranges::find_if(scratch_, same);
  if (entirely || --known->count == 0) scratch_.erase(known);
  replace_set(thread, scratch_);
}

// Operations that failed acquire and release nothing.
void LockSets::execute(const Footprint& f, Position position) {
  ObjectKind kind = traits(f.operation).object;
  switch (f.operation) {
    case Operation::MutexLock:
    case Operation::MutexTryLock:
    case Operation::MutexTimedLock:
    case Operation::SpinLock:
    case Operation::SpinTryLock:
    case Operation::RwlockWriteLock:
    case Operation::RwlockTryWriteLock:
    case Operation::RwlockTimedWriteLock:
    case Operation::RwlockReadLock:
    case Operation::RwlockTryReadLock:
    case Operation::RwlockTimedReadLock:
      if (!failed(f)) acquire(f.thread, kind, f.object, dependence::is_read_lock(f.operation));
      break;
    case Operation::MutexUnlock:
    case Operation::SpinUnlock:
    case Operation::RwlockUnlock:
      if (!failed(f)) release(f.thread, kind, f.object, false);
      break;
    case Operation::CondWait:
      if (!failed(f)) release(f.thread, ObjectKind::Mutex, f.value, true);
      break;
    case Operation::CondWake:  // whether signalled, timed out or cancelled: the mutex is held again
      acquire(f.thread, ObjectKind::Mutex, f.value, false);
      break;
    case Operation::ThreadCreate:
      if (f.object >= kMaxThreads) break;
      make_room(static_cast<unsigned>(f.object) + 1);
      learn(static_cast<unsigned>(f.object), f.thread, position + 1);
      break;
    case Operation::ThreadJoin:  // the others need not wait for the thread's end
      if (failed(f) || f.object >= kMaxThreads) break;
      make_room(static_cast<unsigned>(f.object) + 1);
      learn(f.thread, static_cast<unsigned>(f.object), position);
      break;
    default:
      break;
  }
}

LockSets::Step& LockSets::begin_step(uint16_t thread) {
  if (thread >= threads_.size()) make_room(thread + 1u);
  Step& step = steps_.add();
  step.thread = thread;
  step.sets = sets_.size();
  step.locks = locks_.size();
  step.clocks = clock_count_;
  threads_.save(step.threads);
  step.set = threads_[thread].set;
  return step;
}

void LockSets::truncate(size_t length) {
  if (length >= steps_.size()) return;
  const Step& step = steps_[length];
  threads_.undo(step.threads);
  sets_.drop_to(step.sets);
  locks_.drop_to(step.locks);
  clock_count_ = step.clocks;
  steps_.drop_to(static_cast<uint32_t>(length));
}

bool LockSets::may_be_co_enabled(Position a, Position b) const {
  if (a > b) std::swap(a, b);
  const Step &earlier = steps_[a], &later = steps_[b];
  if (earlier.thread == later.thread) return false;
  if (clocks_[size_t{later.clock} * stride_ + earlier.thread] > a) return false;
  return !exclude_each_other(held(a), held(b));
}

}  // namespace selvage::model
