#include "explore/prediction.h"

#include <algorithm>

#include "model/roles.h"

namespace selvage::explore {

using model::kNone;
using model::Position;

namespace {

constexpr uint8_t kWentWrong = kEventFailed | kEventMisuse;

bool is_mutex_operation(const Footprint& f) { return traits(f.operation).object == ObjectKind::Mutex; }

// A thread has the mutex from then on, or nobody. Nothing: it stays as it was.
std::optional<bool> holds_after(const Footprint& f, uint64_t mutex) {
  if (dependence::mutex_of(f) != mutex || (f.flags & kEventFailed) != 0) return std::nullopt;
  switch (f.operation) {
    case Operation::MutexLock:
    case Operation::MutexTryLock:
    case Operation::MutexTimedLock:
    case Operation::CondWake:
      return true;
    case Operation::MutexUnlock:
    case Operation::CondWait:
      return false;
    default:
      return std::nullopt;
  }
}

// The step locks a mutex and unlocks it, and does nothing else that has to do with mutexes.
bool is_whole_section(std::span<const Footprint> step) {
  const Footprint& lock = step.front();
  if (lock.operation != Operation::MutexLock || (lock.flags & kWentWrong) != 0 || dependence::is_nested(lock))
    return false;
  unsigned unlocked = 0;
  for (const Footprint& f : step.subspan(1)) {
    if (f.thread != lock.thread || dependence::uses_mutex(f)) return false;
    if (!is_mutex_operation(f)) continue;
    if (f.operation != Operation::MutexUnlock || f.object != lock.object || (f.flags & kWentWrong) != 0 ||
        dependence::is_nested(f))
      return false;
    unlocked++;
  }
  return unlocked == 1;
}

// Two whole sections of the same mutex: next to each other, as they are here, their order does not matter.
bool do_not_meet(std::span<const Footprint> one, std::span<const Footprint> other) {
  return std::ranges::none_of(one, [&](const Footprint& a) {
    return !is_mutex_operation(a) &&
           std::ranges::any_of(other, [&](const Footprint& b) { return !is_mutex_operation(b) && dependent(a, b); });
  });
}

// It says something of the state that the step leads to, or comes from, or begins a thread.
bool tells_of_state(const Footprint& f) {
  switch (f.operation) {
    case Operation::SpinWait:
    case Operation::ComeRound:
    case Operation::AtomValues:
    case Operation::ObservedValue:
    case Operation::ThreadCreate:
      return true;
    default:
      return model::waits_in_loop(f) || model::waits_for_assumptions(f);
  }
}

// The end is that of its last step in the state that this was taken in, or of the state behind it.
bool follows_from_state(Outcome outcome) {
  switch (outcome) {
    case Outcome::Completed:
    case Outcome::Deadlock:
    case Outcome::Assertion:
    case Outcome::Abort:
    case Outcome::Crash:
    case Outcome::Misuse:
    case Outcome::MemoryError:
    case Outcome::AssumeFailed:
      return true;
    default:
      return false;
  }
}

// Operations that can go on in every state.
bool never_waits(const Footprint& f) {
  switch (f.operation) {
    case Operation::ThreadBegin:
    case Operation::ThreadExit:
    case Operation::ProcessExit:
    case Operation::MutexUnlock:
    case Operation::SpinUnlock:
    case Operation::RwlockUnlock:
    case Operation::SemaphorePost:
    case Operation::CondWait:
    case Operation::CondSignal:
    case Operation::CondBroadcast:
    case Operation::BarrierArrive:
    case Operation::OnceEnd:
    case Operation::AtomicBlockEnd:
    case Operation::Yield:
    case Operation::Choose:
      return true;
    default:
      return dependence::is_memory(f) && !model::waits_in_loop(f);
  }
}

}  // namespace

bool Prediction::may_concern(const DerivedTask& task) {
  return task.has_reversal() && task.reversal.overtaken.operation == Operation::MutexLock;
}

// The steps that the task begins with, as the execution has them: each thread's in their order.
bool Prediction::find_order(const Task& task) {
  if (task.reversals.empty() || !task.asleep.empty()) return false;
  const Reversal& reversal = task.reversals.back();
  bool is_race = reversal.overtaken.operation == Operation::MutexLock && reversal.begin == task.inherited &&
                 task.steps.size() == reversal.head + 2u;
  if (!is_race || task.steps.back().alternative != kIfEnabled) return false;
  first_ = reversal.begin;
  order_.clear();
  Position step = first_;
  for (Position i = reversal.begin; i <= reversal.head; i++) {
    do {
      if (++step >= path_->size()) return false;
    } while (path_->thread(step) != task.steps[i].thread);
    if ((*path_)[step].alternative != task.steps[i].alternative) return false;
    order_.push_back(step);
  }
  last_ = step;
  // The step that ended it would end it there.
  if (ends_early(execution_->outcome) && last_ + 1 == path_->size()) return false;
  is_moved_.assign(last_ - first_ + 1, false);
  for (Position moved : order_) is_moved_[moved - first_] = true;
  for (Position k = first_; k <= last_; k++)
    if (!is_moved_[k - first_]) order_.push_back(k);
  return path_->thread(first_) == task.steps.back().thread;
}

// Whatever stays behind does not happen before what is moved; but for the two sections, which do not meet.
bool Prediction::can_be_moved() const {
  auto first = path_->footprints(first_), last = path_->footprints(last_);
  if (!is_whole_section(first) || !is_whole_section(last) || first.front().object != last.front().object ||
      !do_not_meet(first, last))
    return false;
  for (Position moved = first_ + 1; moved <= last_; moved++) {
    if (!is_moved_[moved - first_]) continue;
    for (Position k = first_; k < moved; k++) {
      bool are_the_sections = k == first_ && moved == last_;
      if (!is_moved_[k - first_] && !are_the_sections && path_->happens_before(k, moved)) return false;
    }
  }
  return true;
}

bool Prediction::leaves_records_alone() const {
  for (Position k = first_; k <= last_; k++)
    if (std::ranges::any_of(path_->footprints(k), tells_of_state)) return false;
  return true;
}

void Prediction::find_next_steps() {
  threads_.clear();
  auto thread = [&](uint64_t number) -> Thread& {
    if (number >= threads_.size()) threads_.resize(number + 1);
    return threads_[number];
  };
  for (const Unfinished& unfinished : execution_->unfinished) thread(unfinished.next.thread).announced = &unfinished;
  following_.assign(last_ - first_ + 1, kNone);
  for (auto k = static_cast<Position>(path_->size()); k-- > first_;) {
    Thread& own = thread(path_->thread(k));
    if (k <= last_) following_[k - first_] = own.next;
    own.next = k;
    for (const Footprint& f : path_->footprints(k)) {
      if (f.operation == Operation::ThreadFollow) thread(f.object).let_go = k;
      if (f.operation == Operation::ThreadCreate) thread(f.object).is_created_later = true;
    }
  }
}

void Prediction::take(Position step) {
  is_taken_[step - first_] = true;
  threads_[path_->thread(step)].next = following_[step - first_];
  for (const Footprint& f : path_->footprints(step)) {
    uint64_t mutex = dependence::mutex_of(f);
    std::optional<bool> holds = mutex != 0 ? holds_after(f, mutex) : std::nullopt;
    if (holds) held_.emplace_back(mutex, *holds);
  }
}

bool Prediction::has_ended(uint64_t thread) const {
  return thread >= threads_.size() || (threads_[thread].next == kNone && threads_[thread].announced == nullptr);
}

// In the state before the first step. What was done to it last says so, or what is done to it next.
std::optional<bool> Prediction::was_free(uint64_t mutex) const {
  for (Position k = first_; k-- > 0;) {
    auto footprints = path_->footprints(k);
    for (size_t i = footprints.size(); i-- > 0;)
      if (std::optional<bool> holds = holds_after(footprints[i], mutex)) return !*holds;
  }
  for (Position k = first_; k < path_->size(); k++)
    for (const Footprint& f : path_->footprints(k))
      if (std::optional<bool> holds = holds_after(f, mutex)) return *holds;
  return std::nullopt;
}

std::optional<bool> Prediction::is_free(uint64_t mutex) const {
  for (size_t i = held_.size(); i-- > 0;)
    if (held_[i].first == mutex) return !held_[i].second;
  return was_free(mutex);
}

std::optional<bool> Prediction::can_go_on(uint16_t number) const {
  const Thread& thread = threads_[number];
  bool is_announced = thread.next == kNone;
  const Footprint& next = is_announced ? thread.announced->next : (*path_)[thread.next].head;
  if (never_waits(next)) return true;
  if ((next.flags & (kWentWrong | kEventTimed)) != 0) return std::nullopt;
  if (next.operation == Operation::ThreadJoin) {
    if (!is_announced) return has_ended(next.object);
    return thread.announced->enabled && has_ended(next.object);  // whoever has ended stays so
  }
  if (next.operation != Operation::MutexLock) return std::nullopt;
  if (!dependence::is_nested(next)) return is_free(next.object);
  return is_announced ? std::nullopt : std::optional(true);
}

bool Prediction::add_enabled_threads() {
  size_t begin = enabled_.size();
  enabled_.resize(begin + path_->enabled(first_).size());
  for (uint16_t number = 0; number < threads_.size(); number++) {
    const Thread& thread = threads_[number];
    if (has_ended(number) || thread.is_created_later) continue;
    bool may_begin = thread.let_go == kNone || (thread.let_go <= last_ && is_taken_[thread.let_go - first_]);
    if (!may_begin) continue;
    std::optional<bool> is_enabled = can_go_on(number);
    if (!is_enabled || begin + number / 64 >= enabled_.size()) return false;
    if (*is_enabled) enabled_[begin + number / 64] |= uint64_t{1} << (number % 64);
  }
  return true;
}

// In the states behind the first of the steps that are in another order, up to the last of them.
bool Prediction::find_enabled() {
  find_next_steps();
  held_.clear();
  enabled_.clear();
  is_taken_.assign(last_ - first_ + 1, false);
  for (size_t i = 0; i + 1 < order_.size(); i++) {
    take(order_[i]);
    if (!add_enabled_threads()) return false;
  }
  return true;
}

void Prediction::write(Execution& predicted) const {
  predicted.clear();
  predicted.is_predicted = true;
  predicted.outcome = execution_->outcome;
  predicted.defect = execution_->defect;
  predicted.end_thread = execution_->end_thread;
  predicted.end_site = execution_->end_site;
  predicted.threads_stuck = execution_->threads_stuck;
  predicted.exit_identity = execution_->exit_identity;
  predicted.end_identity = execution_->end_identity;
  predicted.end = execution_->end;
  predicted.unfinished = execution_->unfinished;
  predicted.output_hash = execution_->output_hash;
  predicted.first_atoms = execution_->first_atoms;
  size_t words = path_->enabled(first_).size();
  predicted.enabled_words = static_cast<unsigned>(words);
  for (Position i = 0; i < path_->size(); i++) {
    bool is_in_order = i < first_ || i > last_;
    Position step = is_in_order ? i : order_[i - first_];
    predicted.steps.push_back((*path_)[step]);
    auto inner = path_->footprints(step).subspan(1);
    predicted.inner.insert(predicted.inner.end(), inner.begin(), inner.end());
    predicted.inner_end.push_back(static_cast<uint32_t>(predicted.inner.size()));
    const uint64_t* enabled =
        is_in_order || i == first_ ? path_->enabled(i).data() : enabled_.data() + (i - first_ - 1) * words;
    predicted.enabled.insert(predicted.enabled.end(), enabled, enabled + words);
  }
}

bool Prediction::make(const model::Path& path, const Execution& execution, const Task& task, Execution& predicted) {
  path_ = &path;
  execution_ = &execution;
  if (!follows_from_state(execution.outcome) || !execution.found.empty() || path.has_strikes()) return false;
  if (!find_order(task) || !can_be_moved() || !leaves_records_alone() || !find_enabled()) return false;
  write(predicted);
  return true;
}

void leave_out_beginning(Execution& execution, size_t known, uint64_t hash) {
  auto drop = [](auto& list, size_t count) { list.erase(list.begin(), list.begin() + static_cast<ptrdiff_t>(count)); };
  uint32_t inner = known == 0 ? 0 : execution.inner_end[known - 1];
  drop(execution.steps, known);
  drop(execution.inner_end, known);
  for (uint32_t& end : execution.inner_end) end -= inner;
  drop(execution.inner, inner);
  drop(execution.enabled, known * execution.enabled_words);
  execution.known = known;
  execution.prefix_hash = hash;
}

}  // namespace selvage::explore
