#include "explore/task_worker.h"

#include <algorithm>
#include <bit>
#include <iterator>

#include "explore/course.h"
#include "explore/outlook.h"
#include "explore/sections.h"
#include "explore/struck_waits.h"
#include "model/roles.h"

namespace selvage::explore {

namespace {

// A thread that gets a signal does something else than what it would have competed for.
bool sends_signal(const Execution& execution) {
  return std::ranges::any_of(execution.steps, [](const model::Transition& step) {
    return step.head.operation == Operation::ThreadKill &&
           (step.head.object != step.head.thread || dependence::is_to_process(step.head));
  });
}

// Nor does one that is cancelled, where what keeps it out comes before the cancellation in every order.
bool hides_waits(const model::Path& path) {
  for (model::Position k = 0; k < path.size(); k++)
    if (hidden_wait(path, k)) return true;
  return false;
}

// What the task asked for was tried without knowing whether the assumptions of an atomic block would hold there.
bool is_kept_out(const Task& task, const Execution& execution) {
  if (task.reversals.empty() || !task.reversals.back().overtakes()) return false;
  uint16_t head = task.steps[task.reversals.back().head].thread;
  return std::ranges::any_of(execution.unfinished, [&](const Unfinished& thread) {
    return thread.next.thread == head && !thread.enabled && model::waits_for_assumptions(thread.next);
  });
}

// Tasks that a batch has where there are so many, and steps from which on it has no more: of short executions it takes many
// to make up for going back and forth between two processes (a fiftieth to a twentieth of the time), long ones keep others
// waiting.
constexpr size_t kAlways = 128;
constexpr size_t kStepsEnough = 16'384;
// Steps that the executions of a batch take together, about: they are in memory at the same time, and nobody looks at limits
// meanwhile.
constexpr size_t kMostSteps = 131'072;
// Tasks take that much, and a batch is small then.
constexpr size_t kManyBytes = size_t{32} << 20;
constexpr size_t kFewAtOnce = 8;
// Of predicted executions that wait to be taken in.
constexpr size_t kMostPredictedSteps = 131'072;

// A batch is larger than the nearest caches: what comes next is fetched meanwhile.
template <typename T>
void prefetch(const std::vector<T>& list) {
  constexpr size_t kLine = 64, kMostLines = 8;
  auto* at = reinterpret_cast<const char*>(list.data());
  size_t lines = std::min(kMostLines, (list.size() * sizeof(T) + kLine - 1) / kLine);
  for (size_t i = 0; i < lines; i++) __builtin_prefetch(at + i * kLine);
}

void prefetch(const Task& task, const Request& request) {
  prefetch(task.reversals);
  prefetch(request.steps);
}

constexpr size_t kPredictedAtOnce = 1024;
constexpr size_t kStepsBetweenLooks = 1024;

bool same_step(const Step& a, const Step& b) {
  static_assert(sizeof(Step) == sizeof(uint32_t));
  return std::bit_cast<uint32_t>(a) == std::bit_cast<uint32_t>(b);
}

}  // namespace

TaskWorker::TaskWorker(TaskPool& pool, Target& target, const Equipment& equipment)
    : pool_(pool),
      target_(target),
      batch_(equipment.batch),
      course_(equipment.course),
      parent_(equipment.observer),
      observer_(parent_.split()),
      guards_(equipment.guards),
      sections_(equipment.sections),
      commuting_(equipment.commuting),
      predicts_(equipment.predicts),
      ends_for_good_(equipment.ends_for_good),
      learns_(equipment.learns),
      equipment_(equipment) {
  if (guards_ && !guards_->empty()) guard_watch_.emplace(*guards_);
  if (commuting_ && commuting_->looks_at_writes()) unread_watch_.emplace();
}

TaskWorker::~TaskWorker() = default;

void TaskWorker::look_ahead(std::chrono::nanoseconds time) {
  if (!outlook_) outlook_ = std::make_unique<Outlook>(target_, equipment_);
  outlook_->advance(tasks_.all(), done_, taken_.size(), time);
}

std::optional<LeftRange> TaskWorker::left() const {
  if (tasks_.empty() && predicted_.empty()) return LeftRange{};
  if (!outlook_) return std::nullopt;
  std::optional<LeftRange> left = outlook_->left(done_);
  // Of the executions that are predicted it is known that they are there.
  auto least = static_cast<double>(tasks_.size() + predicted_.size());
  if (left) *left = {std::max(left->least, least), std::max(left->likely, least), std::max(left->most, least)};
  return left;
}

void TaskWorker::supply(bool others_want_work) {
  for (size_t half = (pool_.tasks.size() + 1) / 2; tasks_.size() < half;) {
    outlook_.reset();  // it was about other tasks
    tasks_.put(std::move(pool_.tasks.back()));
    pool_.tasks.pop_back();
  }
  if (!others_want_work || !pool_.tasks.empty() || tasks_.size() < 2) return;
  outlook_.reset();
  pool_.tasks = tasks_.take_older_half();
  fed_others_ = true;
}

std::vector<DerivedTask> TaskWorker::take_all() {
  std::vector<DerivedTask> all;
  while (!tasks_.empty()) all.push_back(tasks_.take_derived());
  std::ranges::transform(predicted_tasks_, std::back_inserter(all), stand_alone);
  predicted_tasks_.clear();
  predicted_.clear();
  predicted_steps_ = 0;
  return all;
}

void TaskWorker::set_only(std::vector<DerivedTask>&& tasks) {
  tasks_.shorten(0);
  for (DerivedTask& task : tasks) tasks_.put(std::move(task));
}

void TaskWorker::ask(Task& task, std::span<const Step> before, Request& request) {
  auto [own, others] = std::ranges::mismatch(task.steps, before, same_step);
  request.known = static_cast<size_t>(own - task.steps.begin());
  // What wakes a sleeper is seen in the events.
  if (!task.asleep.empty()) request.known = std::min<size_t>(request.known, task.asleep.sleepers.front().from);
  std::swap(request.steps, task.steps);
  task.steps.clear();
  request.sleeping = task.asleep.sleepers;
  request.footprints = task.asleep.footprints;
}

void TaskWorker::take_back_steps(Task& task, Request& request) {
  if (task.steps.empty()) std::swap(request.steps, task.steps);
}

void TaskWorker::choose_tasks() {
  order_.clear();
  // What is known of many predictions is in memory: those come first.
  if (predicted_steps_ >= kMostPredictedSteps) return;
  size_t steps = 0, all_steps = 0;
  // Many tasks remain where executions are long, and derive many others: then depth goes before breadth.
  size_t most = tasks_.bytes() > kManyBytes ? kFewAtOnce : batch_;
  while (order_.size() < most && !tasks_.empty()) {
    if (order_.size() >= kAlways && steps >= kStepsEnough) break;
    if (all_steps >= kMostSteps) break;
    if (batch_tasks_.size() == order_.size()) batch_tasks_.emplace_back();
    Task& task = batch_tasks_[order_.size()];
    tasks_.take(task);
    order_.push_back(static_cast<uint32_t>(order_.size()));
    steps += task.steps.size();
    // An execution is about as long as the last one.
    all_steps += std::max(task.steps.size(), taken_.size());
  }
  std::ranges::sort(order_,
                    [&](uint32_t a, uint32_t b) { return goes_before(batch_tasks_[a].steps, batch_tasks_[b].steps); });
}

bool TaskWorker::run_batch() {
  choose_tasks();
  if (!order_.empty() && !execute_batch()) return false;
  take_in_predicted();
  return true;
}

bool TaskWorker::execute_batch() {
  size_t count = order_.size();
  if (requests_.size() < count) requests_.resize(count);
  std::span<const Step> before = taken_;
  for (size_t i = 0; i < count; i++) {
    ask(batch_tasks_[order_[i]], before, requests_[i]);
    before = requests_[i].steps;
  }
  size_t taken_in = 0;
  size_t executed = target_.run_each(std::span(requests_).first(count), [&](size_t i, Execution& execution) {
    if (i != taken_in || course_.is_over()) return;
    Task& task = batch_tasks_[order_[i]];
    take_back_steps(task, requests_[i]);
    if (i + 2 < count) __builtin_prefetch(&batch_tasks_[order_[i + 2]]);
    if (i + 1 < count) prefetch(batch_tasks_[order_[i + 1]], requests_[i + 1]);
    if (take_in(task, execution)) taken_in++;
    course_.note_taken_in(path_.size());
  });
  put_back(taken_in);
  return executed == count;
}

// What has not been taken in remains to be done.
void TaskWorker::put_back(size_t first) {
  for (size_t i = order_.size(); i-- > first;) {
    Task& task = batch_tasks_[order_[i]];
    take_back_steps(task, requests_[i]);
    tasks_.put_back(task);
  }
}

// Only so many at once, so that others can look at limits and at checkpoints in between.
void TaskWorker::take_in_predicted() {
  for (size_t left = kPredictedAtOnce; left > 0 && !predicted_.empty() && !course_.is_over(); left--) {
    Task task = std::move(predicted_tasks_.back());
    Execution execution = std::move(predicted_.back());
    predicted_tasks_.pop_back();
    predicted_.pop_back();
    predicted_steps_ -= execution.steps.size();
    auto is_taken = [](const model::Transition& step, const Step& taken) {
      return step.head.thread == taken.thread && step.alternative == taken.alternative;
    };
    auto [own, others] = std::ranges::mismatch(execution.steps, taken_, is_taken);
    auto known = static_cast<size_t>(own - execution.steps.begin());
    leave_out_beginning(execution, known, path_.hash_at(known));
    if (take_in(task, execution)) continue;
    tasks_.put(stand_alone(task));
    return;
  }
}

// The execution begins as this task does, but was reported only from where it leaves the one before: where that one did not
// come so far, it has to be asked for again.
bool TaskWorker::can_follow(const Task& task, const Execution& execution) const {
  if (taken_.size() < execution.known) return false;
  auto end = taken_.begin() + static_cast<ptrdiff_t>(execution.known);
  return std::equal(taken_.begin(), end, task.steps.begin(), same_step);
}

// Brings the path to the execution. False: the program did not do what it did before under the same schedule.
bool TaskWorker::follow(const Task& task, const Execution& execution) {
  path_.truncate(execution.known);
  taken_.resize(path_.size());
  unchanged_ = std::min(unchanged_, path_.size());
  if (execution.prefix_hash != path_.hash()) return false;
  races_.clear();
  path_.forget_races();
  path_.ask_behind(task.reversals.empty() ? model::kNone : task.reversals.back().head);
  for (size_t i = 0; i < execution.steps.size(); i++) {
    if (i % kStepsBetweenLooks == 0 && course_.is_stopped()) return true;
    path_.push(execution.steps[i], execution.inner_of(i), execution.enabled_at(i), races_);
    taken_.push_back({execution.steps[i].head.thread, execution.steps[i].alternative});
  }
  return path_.size() < task.inherited || path_.hash_at(task.inherited) == task.inherited_hash;
}

bool TaskWorker::derive(Task& task, const Execution& execution) {
  size_t before = tasks_.size();
  auto forget_races = [&] {
    counts_.races += races_.size();
    races_.clear();
    path_.forget_races();
  };
  for (const model::Race& race : races_) {
    if (course_.is_stopped()) break;
    descent_.reverse(race);
  }
  forget_races();
  size_t length = path_.size();
  for (const Unfinished& thread : execution.unfinished) {
    if (!competes(thread, execution.outcome)) continue;
    if (!thread.enabled && model::waits_for_assumptions(thread.next))
      continue;  // the execution ended before it was due
    auto sleeps = [&](const Sleeper& sleeper) { return sleeper.thread == thread.next.thread; };
    if (thread.enabled && std::ranges::any_of(task.asleep.sleepers, sleeps)) continue;
    Footprint next = thread.next;
    bool wakes_by_itself = next.operation == Operation::CondWake && (next.flags & kEventTimed) != 0;
    if (wakes_by_itself && !path_.was_signalled(next)) next.flags |= kEventTimedOut;
    path_.push({next, 0, 1, 0}, {}, {}, races_);
    descent_.reverse_announced(races_);
    forget_races();
    path_.truncate(length);
  }
  descent_.add_outcomes();
  if (ends_early(execution.outcome)) descent_.go_on_without_last_step();
  if (execution.outcome == Outcome::Livelock) descent_.go_on_behind_livelock();
  if (course_.is_stopped()) {
    tasks_.shorten(before);
    return false;
  }
  double weight = task.weight / static_cast<double>(tasks_.size() - before + 1);
  for (DerivedTask& child : tasks_.all().subspan(before)) child.weight = weight;
  share_done_ += weight;
  if (predicts_) predict(before, execution);
  return true;
}

void TaskWorker::predict(size_t first, const Execution& execution) {
  size_t kept = first;
  for (DerivedTask& derived : tasks_.all().subspan(first)) {
    Execution predicted;
    bool is_predicted = false;
    if (Prediction::may_concern(derived)) {
      prediction_task_.write(std::move(derived));
      is_predicted = prediction_.make(path_, execution, prediction_task_, predicted);
      if (!is_predicted) derived = std::move(prediction_task_.derived);
    }
    if (is_predicted) {
      Task& task = predicted_tasks_.emplace_back(std::move(prediction_task_));
      task.is_predicted = true;
      task.steps.clear();
      for (const model::Transition& step : predicted.steps) task.steps.push_back({step.head.thread, step.alternative});
      predicted_steps_ += predicted.steps.size();
      predicted_.push_back(std::move(predicted));
    } else {
      DerivedTask& place = tasks_.all()[kept++];
      if (&place != &derived) place = std::move(derived);
    }
  }
  tasks_.shorten(kept);
}

bool TaskWorker::take_in(Task& task, Execution& execution) {
  if (!execution.is_predicted && !can_follow(task, execution)) {
    tasks_.put_back(task);
    return true;
  }
  if (!execution.is_predicted) mark(execution);  // as what it follows from
  // Where the search was interrupted in between it has to be executed after all.
  execution.is_predicted = task.is_predicted;
  if (!follow(task, execution)) {
    // What was predicted may rest on memory that code which is not instrumented uses: then the prediction is wrong, and not the
    // program. The order counts as one that it cannot follow.
    if (predicts_) return give_up(task);
    course_.suspect(path_);
    return false;
  }
  if (course_.is_stopped()) return false;
  bool mismatch = execution.outcome == Outcome::ScheduleMismatch;
  if (mismatch) {
    is_kept_out(task, execution) ? counts_.blocked++ : counts_.infeasible++;
    share_done_ += task.weight;
  } else {
    descent_.begin(path_, taken_, execution, task, tasks_, course_, orders_);
    bool blocked = execution.outcome == Outcome::SleepBlocked || descent_.is_redundant();
    if (!execution.is_predicted) {
      if (blocked ? !course_.count_blocked() : !course_.count_execution()) return false;
    }
    bool is_derived = derive(task, execution);
    // What it shows would be lost.
    bool is_last = !is_derived && ends_for_good_ && !course_.is_interrupted();
    if (!is_derived && !is_last) return false;
    if (!execution.is_predicted) {
      counts_.transitions += path_.size() - std::min<size_t>(path_.size(), task.inherited);
      blocked ? counts_.blocked++ : counts_.executions++;
    }
    // What went wrong is told, whoever else shows it.
    if (blocked && execution.outcome == Outcome::Completed) execution.outcome = Outcome::SleepBlocked;
  }
  done_++;
  size_t known = std::exchange(unchanged_, path_.size());
  // First: a race with memory that was taken for guarded is known by its places only when all accesses to it are steps.
  if (guard_watch_ && execution.found.empty()) guard_watch_->advance(path_, known, execution.found);
  if (!observer_->on_execution(path_, known, execution)) {
    course_.finish(End::Stopped);
  } else if (!execution.found.empty()) {
    course_.find(execution.found);
  } else if (path_.has_strikes() && (sends_signal(execution) || hides_waits(path_))) {
    course_.find({kThreadsSignal});
  } else if (sections_ && sections_->has_found() && !sections_->unsteady(course_.executions()).empty()) {
    course_.find(sections_->all_unsteady());
  } else if (commuting_ && !still_commutes(execution, known)) {
    course_.find(unguarded_);
  } else if (guards_) {
    look_for_guards(task, execution);
  }
  tasks_.discard(task);
  return true;
}

// Nothing is known of where the program is: what comes next is asked for from its beginning.
bool TaskWorker::give_up(Task& task) {
  path_.truncate(0);
  taken_.clear();
  unchanged_ = 0;
  counts_.infeasible++;
  share_done_ += task.weight;
  tasks_.discard(task);
  return true;
}

void TaskWorker::mark(Execution& execution) {
  std::span<const Step> before = std::span(taken_).first(execution.known);
  bool has_sections = sections_ && sections_->any_in(execution);
  if (has_sections) sections_->mark(execution, before);
  if (commuting_) commuting_->mark(execution);
  if (has_sections && learns_) sections_->note(execution, before, course_.executions());
}

bool TaskWorker::still_commutes(const Execution& execution, size_t known) {
  unguarded_.clear();
  if (Commuting::is_ruled_out_by(execution)) unguarded_.push_back(kUpdatesOrdered);
  if (unread_watch_) unread_watch_->advance(path_, known, unguarded_);
  return unguarded_.empty();
}

void TaskWorker::look_for_guards(const Task& task, const Execution& execution) {
  bool is_first = task.steps.empty();
  if (!is_first || execution.outcome != Outcome::Completed) return;
  if (std::vector<SharedLocation> entries = find_guarded(*guards_, path_); !entries.empty()) course_.guard(entries);
}

void TaskWorker::join_observers() { parent_.join(*observer_); }

}  // namespace selvage::explore
