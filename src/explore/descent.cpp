#include "explore/descent.h"

#include <algorithm>

#include "explore/course.h"
#include "explore/struck_waits.h"
#include "model/roles.h"

namespace selvage::explore {

using model::kNone;
using model::Position;
using model::Race;

namespace {

// An atomic block or a critical section that is one step goes on by what it has read: in another place it may do something
// else than it did. Those that are marked do the same everywhere. A compare-exchange may fail in another place, or not.
bool may_do_otherwise(std::span<const Footprint> step) {
  if (step.front().operation == Operation::AtomicCompareExchange) return dependence::commutes(step.front());
  if (dependence::is_memory(step.front())) return false;  // one operation on several ranges
  if (dependence::is_section(step.front())) return false;
  return std::ranges::any_of(step.subspan(1), [](const Footprint& inner) {
    switch (inner.operation) {
      case Operation::Read:
      case Operation::AtomicLoad:
      case Operation::AtomicUpdate:
      case Operation::AtomicCompareExchange:
        return true;
      case Operation::ThreadTryJoin:
      case Operation::MutexTryLock:
      case Operation::SpinTryLock:
      case Operation::RwlockTryReadLock:
      case Operation::RwlockTryWriteLock:
      case Operation::SemaphoreTryWait:
      case Operation::SemaphoreGetValue:
        return !is_struck_wait(inner);
      default:
        return false;
    }
  });
}

}  // namespace

void Descent::begin(const model::Path& path, std::span<const Step> steps, const Execution& execution, Task& task,
                    TaskHeap& children, const Course& course, OrderCounts& orders) {
  path_ = &path;
  steps_ = steps;
  execution_ = &execution;
  task_ = &task;
  children_ = &children;
  course_ = &course;
  orders_ = &orders;
  length_ = static_cast<Position>(path.size());
  overtaker_ = kNone;
  origin_.reset();
  find_resumed();
  if (!open_.empty()) find_last_steps();
  find_out_of_turn();
}

// Where the steps that were overtaken come after all: mostly at once. The others are looked for in one go.
void Descent::find_resumed() {
  open_.clear();
  bool any_unknown = false;
  auto& reversals = task_->reversals;
  for (auto i = static_cast<uint32_t>(task_->settled); i < reversals.size(); i++) {
    Reversal& reversal = reversals[i];
    if (!reversal.overtakes()) continue;
    Position next = reversal.head + 1;
    bool is_known = reversal.resumed != kNone;
    if (!is_known && next < length_ && path_->thread(next) == reversal.overtaken.thread) reversal.resumed = next;
    if (reversal.resumed == next) continue;
    open_.push_back(i);
    any_unknown |= !is_known;
  }
  if (!any_unknown) return;
  next_of_thread_.assign(path_->clock_width(), kNone);
  size_t left = open_.size();
  for (Position i = length_; left > 0;) {
    Position head = reversals[open_[left - 1]].head;
    while (i > head + 1) {
      i--;
      next_of_thread_[path_->thread(i)] = i;
    }
    uint16_t overtaken = reversals[open_[left - 1]].overtaken.thread;
    if (overtaken < next_of_thread_.size()) reversals[open_[left - 1]].resumed = next_of_thread_[overtaken];
    left--;
  }
}

// There may be as many reversals as steps: where a thread has no step behind one, none is looked for.
void Descent::find_last_steps() {
  last_steps_.clear();
  for (Position i = length_; i-- > 0;) {
    uint16_t thread = path_->thread(i);
    if (thread >= last_steps_.size()) last_steps_.resize(thread + 1u, kNone);
    if (last_steps_[thread] == kNone) last_steps_[thread] = i;
  }
}

bool Descent::steps_behind(uint16_t thread, Position position) const {
  return thread < last_steps_.size() && last_steps_[thread] != kNone && last_steps_[thread] > position;
}

bool Descent::lower_steps_behind(uint16_t thread, Position position) const {
  for (uint16_t lower = 0; lower < thread; lower++)
    if (steps_behind(lower, position)) return true;
  return false;
}

// The first execution with this race and this past of its second step: whatever in it is not by default is needed for that
// step. And what is overtaken was taken by default: the order of two that were both called for is seen to elsewhere.
bool Descent::is_parent_of(const Race& race) const {
  if (race.second < task_->inherited || (*path_)[race.second].alternative != 0) return false;
  for (size_t i = task_->reversals.size(); i-- > 0;) {
    const Reversal& reversal = task_->reversals[i];
    if (reversal.head < race.first) return true;
    if (reversal.begin <= race.first) return false;
    if (reversal.head == race.second) continue;
    if (reversal.head > race.second || !path_->precedes_reversed(reversal.head, race)) return false;
  }
  return true;
}

void Descent::need(Position begin, Position end) {
  if (!needed_.empty() && needed_.back().end == begin)
    needed_.back().end = end;
  else
    needed_.push_back({begin, end});
}

bool Descent::is_needed(Position position) const {
  auto behind = std::ranges::upper_bound(needed_, position, {}, &Run::begin);
  return behind != needed_.begin() && position < std::prev(behind)->end;
}

template <typename Function>
bool Descent::any_needed(Function&& function) const {
  for (const Run& run : needed_)
    for (Position k = run.begin; k < run.end; k++)
      if (function(k)) return true;
  return false;
}

// Between steps that are far apart, threads are looked at in place of steps: each one's last step that is needed is known,
// and with it all before.
void Descent::collect_needed(const Race& race) {
  constexpr Position kFar = 64;
  needed_.clear();
  if (race.second - race.first <= kFar) {
    for (Position k = race.first + 1; k < race.second; k++)
      if (path_->precedes_reversed(k, race)) need(k, k + 1);
  } else {
    const uint32_t* clock = path_->clock_of_second(race);
    runs_.clear();
    for (unsigned thread = 0; thread < path_->clock_width(); thread++) {
      Position last = clock[thread] == 0 ? kNone : clock[thread] - 1;
      if (thread == path_->thread(race.second)) last = path_->previous_of_thread(race.second);
      while (last != kNone && last > race.first) {
        Position begin = path_->begin_of_run(last);
        runs_.push_back({std::max(begin, race.first + 1), last + 1});
        last = path_->previous_of_thread(begin);
      }
    }
    std::ranges::sort(runs_, {}, &Run::begin);
    for (const Run& run : runs_) need(run.begin, run.end);
  }
  second_ = (*path_)[race.second].head;
  is_struck_ = false;
  if (!dependence::strikes_thread((*path_)[race.first].head.operation)) return;
  // Before it is cancelled or signalled it does what it waited for.
  for (const Footprint& look : path_->footprints(race.first).subspan(1)) {
    is_struck_ = is_struck_wait(look) && (*path_)[race.first].head.object == second_.thread;
    if (!is_struck_) continue;
    second_ = look;
    second_.thread = path_->thread(race.second);
    return;
  }
}

bool Descent::wakes(Position signal, Position waiter) const {
  const Footprint& woken = (*path_)[waiter].head;
  if (woken.operation != Operation::CondWake) return false;
  return std::ranges::any_of(path_->footprints(signal),
                             [&](const Footprint& sent) { return model::may_wake(sent, woken); });
}

// In the child's order.
bool Descent::comes_after(Position earlier, Position later, const Race& race) const {
  if (later != race.second) return path_->happens_before(earlier, later);
  uint16_t thread = path_->thread(later);
  bool may_differ = is_struck_ || second_.operation == Operation::CondWake;
  auto leads_there = [&](Position k) {
    if (k != earlier && !path_->happens_before(earlier, k)) return false;
    if (path_->thread(k) == thread || wakes(k, later)) return true;
    if (may_differ && path_->dependent(second_, k)) return true;
    return model::may_depend(path_->marks(k), path_->marks(later)) && path_->dependent(k, later);
  };
  for (Position k = earlier; k < race.first; k++)
    if (leads_there(k)) return true;
  return any_needed(leads_there);
}

bool Descent::depends_on_overtaken(const Reversal& reversal, Position position) const {
  if (path_->dependent(reversal.overtaken, position)) return true;
  if (reversal.resumed == kNone || reversal.resumed >= length_) return false;
  auto inner = path_->footprints(reversal.resumed).subspan(1);
  // What a thread waits for that took this step is looked at only behind the step.
  bool strikes_head = dependence::strikes_thread(reversal.overtaken.operation) &&
                      reversal.overtaken.object == path_->thread(reversal.head);
  return std::ranges::any_of(inner, [&](const Footprint& own) {
    return !(strikes_head && is_struck_wait(own)) && path_->dependent(own, position);
  });
}

bool Descent::depends_on_overtaken(const Reversal& reversal, Position position, const Race& race) const {
  if (depends_on_overtaken(reversal, position)) return true;
  return position == race.second && selvage::dependent(reversal.overtaken, second_);
}

// Of several steps that overtake the same one and are not ordered among each other, the lowest thread's comes first.
bool Descent::overtakes_in_turn(const Race& race, const Reversal& before) const {
  uint16_t head_thread = path_->thread(before.head);
  // Whether `x` is the step itself, in its turn; or comes before its turn; or neither.
  enum class Turn { Own, Early, Other };
  auto turn_of = [&](Position x) {
    if (path_->thread(x) == before.overtaken.thread) return Turn::Own;
    // It is looked at once it has been executed.
    if (x == race.second && may_do_otherwise(path_->footprints(x))) return Turn::Other;
    if (path_->thread(x) >= head_thread || !depends_on_overtaken(before, x, race) || comes_after(before.head, x, race))
      return Turn::Other;
    auto is_behind = [&](Position y) { return depends_on_overtaken(before, y) && comes_after(y, x, race); };
    bool is_first = !any_needed([&](Position y) { return y < x && is_behind(y); });
    for (Position y = before.begin; y < race.first && is_first; y++) is_first = !is_behind(y);
    return is_first ? Turn::Early : Turn::Other;
  };
  Turn turn = Turn::Other;
  any_needed([&](Position x) { return (turn = turn_of(x)) != Turn::Other; });
  if (turn == Turn::Other) turn = turn_of(race.second);
  return turn != Turn::Early;
}

bool Descent::is_canonical(const Race& race) {
  // Where such a step is called for, it would have come in its turn.
  for (const OutOfTurn& late : out_of_turn_)
    if (late.begin > race.first && (late.step == race.second || is_needed(late.step))) return false;
  // What was overtaken before comes no earlier than the race's first step: only directly behind its head, or in one of those
  // that are open.
  const auto& reversals = task_->reversals;
  auto behind = std::ranges::lower_bound(reversals, race.first, {}, &Reversal::head);
  if (behind != reversals.begin()) {
    const Reversal& last = *std::prev(behind);
    if (last.overtakes() && last.resumed == race.first && last.head + 1 == race.first && !overtakes_in_turn(race, last))
      return false;
  }
  for (uint32_t index : open_) {
    const Reversal& reversal = reversals[index];
    if (reversal.head >= race.first) return true;
    if (reversal.resumed < race.first) continue;
    if (!overtakes_in_turn(race, reversal)) return false;
  }
  return true;
}

void Descent::find_out_of_turn() {
  out_of_turn_.clear();
  for (uint32_t index : open_) {
    const Reversal& reversal = task_->reversals[index];
    Position end = std::min(reversal.resumed, length_);
    if (end == reversal.head + 1) continue;
    uint16_t head_thread = path_->thread(reversal.head);
    if (!lower_steps_behind(head_thread, reversal.head)) continue;
    for (Position x = reversal.head + 1; x < end; x++) {
      if (path_->thread(x) >= head_thread || path_->happens_before(reversal.head, x) ||
          !depends_on_overtaken(reversal, x))
        continue;
      bool is_first = true;
      for (Position y = reversal.begin; y < x && is_first; y++)
        is_first = !path_->happens_before(y, x) || !depends_on_overtaken(reversal, y);
      if (is_first) out_of_turn_.push_back({reversal.begin, x});
    }
  }
}

DerivedTask& Descent::add_child(Position inherited) {
  if (!origin_) {
    std::shared_ptr<Origin> origin = children_->origins().take();
    origin->set(task_->derived.origin, std::min(task_->derived.from_origin, length_), steps_.first(length_),
                task_->reversals, task_->asleep, open_.empty());
    origin_ = std::move(origin);
  }
  DerivedTask& child = children_->add();
  child.origin = origin_;
  child.from_origin = child.inherited = inherited;
  child.inherited_hash = path_->hash_at(inherited);
  child.level = task_->level + 1;
  return child;
}

// A step that ended an execution at once, and was left out for that reason until something woke its thread, which it would
// come before now.
bool Descent::would_end(const Race& race) const {
  return std::ranges::any_of(task_->asleep.sleepers, [&](const Sleeper& sleeper) {
    if (sleeper.thread != path_->thread(race.second) || race.first < sleeper.from) return false;
    auto wakes = [&](Position k) { return path_->thread(k) == sleeper.thread || path_->dependent(k, race.second); };
    for (Position k = sleeper.from; k < race.first; k++)
      if (wakes(k)) return false;
    return !any_needed(wakes);
  });
}

void Descent::reverse(const Race& race) {
  if (Overtaking::concerns((*path_)[race.second].head, false)) return overtake(race.second);
  if (!is_parent_of(race)) return;
  collect_needed(race);
  if (!stays_blocked(race) && !would_end(race) && is_canonical(race)) add_reversed(race);
}

// Whatever is not by default behind the overtaken step is needed, and that does not include the operation itself.
bool Descent::is_parent_of(const Overtake& overtake) const {
  for (size_t i = task_->reversals.size(); i-- > 0;) {
    const Reversal& reversal = task_->reversals[i];
    if (reversal.head < overtake.overtaken) return true;
    if (reversal.begin <= overtake.overtaken) return false;
    if (!std::ranges::binary_search(overtake.needed, reversal.head)) return false;
  }
  return true;
}

void Descent::overtake(Position waiting) {
  if (waiting < task_->inherited || overtaker_ == waiting) return;
  overtaker_ = waiting;
  const auto& reversals = task_->reversals;
  bool is_last_needed = reversals.empty() || path_->happens_before(reversals.back().head, waiting);
  Position first = is_last_needed ? 0 : reversals.back().head + 1;
  auto goes_on = [&] { return !course_->is_stopped(); };
  overtaking_.for_each(*path_, waiting, first, goes_on, [&](const Overtake& overtake) {
    if (!is_parent_of(overtake)) return;
    needed_.clear();
    for (Position k : overtake.needed) need(k, k + 1);
    second_ = overtake.waiting;
    Race race{overtake.overtaken, waiting, kNone};
    if (!would_end(race) && is_canonical(race)) add_reversed(race);
  });
}

// It could not go on before the first transition either, and nothing has happened since.
bool Descent::stays_blocked(const Race& race) const {
  Position previous = path_->previous_of_thread(race.second);
  return needed_.empty() && previous != kNone && previous < race.first &&
         !path_->was_enabled(race.first, path_->thread(race.second));
}

void Descent::reverse_announced(std::span<const Race> races) {
  overtaker_ = kNone;  // another one stands there
  if (!races.empty() && Overtaking::concerns((*path_)[length_].head, true)) return overtake(length_);
  for (const Race& race : races) {
    if (!is_parent_of(race)) continue;
    collect_needed(race);
    if (!stays_blocked(race) && is_canonical(race)) add_reversed(race);
  }
}

void Descent::add_reversed(const Race& race) {
  DerivedTask& child = add_child(race.first);
  if (!needed_.empty()) {
    child.needed = needed_.front();
    child.also_needed.assign(needed_.begin() + 1, needed_.end());
  }
  child.add_own({path_->thread(race.second), 0});
  auto head = static_cast<Position>(child.step_count() - 1);
  const Footprint& overtaken = (*path_)[race.first].head;
  child.reversal = {race.first, head, kNone, overtaken};
  orders_->add((*path_)[race.first].site, (*path_)[race.second].site, overtaken);
  child.fresh = head;
  // What was overtaken comes next, so that nothing else overtakes it that is not called for. The program's end does not: exit
  // handlers of the thread that overtook it come before that, and whatever they let go on.
  if (!dependence::ends_program(overtaken)) child.add_own({overtaken.thread, kIfEnabled});
}

void Descent::add_outcomes() {
  const auto& reversals = task_->reversals;
  for (Position k = task_->fresh; k < length_; k++) {
    const model::Transition& step = (*path_)[k];
    if (step.alternative != 0 || step.alternatives <= 1) continue;
    auto own = std::ranges::lower_bound(reversals, k, {}, &Reversal::head);
    orders_->add(step.site, 0, step.head);
    bool is_head = own != reversals.end() && own->head == k && own->overtakes();
    for (uint16_t alternative = 1; alternative < step.alternatives; alternative++) {
      DerivedTask& child = add_child(k);
      child.add_own({step.head.thread, alternative});
      child.fresh = k + 1;
      if (!is_head) {
        child.reversal = {k, k};
      } else {
        child.reversal = {own->begin, k, kNone, own->overtaken};
        if (!dependence::ends_program(own->overtaken)) child.add_own({own->overtaken.thread, kIfEnabled});
      }
    }
  }
}

// Where a race called for the last step, the parent execution shows what others do without it.
void Descent::go_on_without_last_step() {
  if (length_ == 0 || (!task_->reversals.empty() && task_->reversals.back().head == length_ - 1)) return;
  uint16_t last = path_->thread(length_ - 1);
  // A thread that would have ended the program competes with the one that did. The end behind exit handlers does not: its thread has
  // begun to end the program already.
  bool is_ending = false;
  for (model::Position i = 0; i < length_; i++) is_ending |= (*path_)[i].head.operation == Operation::ProcessExit;
  auto goes_on = [&](const Unfinished& thread) {
    bool may_go_on = thread.enabled || model::waits_for_assumptions(thread.next);
    bool has_gone_on =
        is_ending && dependence::ends_program(thread.next) && thread.next.object != process_end::kBehindHandlers;
    return may_go_on && !has_gone_on && thread.next.thread != last;
  };
  if (std::ranges::none_of(execution_->unfinished, goes_on)) return;
  DerivedTask& child = add_child(length_ - 1);
  child.fresh = length_ - 1;
  auto footprints = path_->footprints(length_ - 1);
  child.asleep = std::make_unique<Asleep>();
  child.asleep->sleepers.push_back({last, static_cast<uint16_t>(footprints.size()), length_ - 1});
  child.asleep->footprints.assign(footprints.begin(), footprints.end());
}

void Descent::go_on_behind_livelock() {
  auto goes_on = [](const Unfinished& thread) { return thread.enabled && thread.next.operation != Operation::None; };
  auto first = std::ranges::find_if(execution_->unfinished, goes_on);
  if (first == execution_->unfinished.end()) return;
  DerivedTask& child = add_child(length_);
  child.add_own({first->next.thread, 0});
  child.fresh = length_;
}

}  // namespace selvage::explore
