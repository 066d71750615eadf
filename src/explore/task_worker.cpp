#include "explore/task_worker.h"

#include <algorithm>

#include "explore/course.h"

namespace selvage::explore {

namespace {

// Other threads could have gone on.
bool ends_early(Outcome outcome) {
  switch (outcome) {
    case Outcome::Assertion:
    case Outcome::Abort:
    case Outcome::Crash:
    case Outcome::Misuse:
    case Outcome::MemoryError:
    case Outcome::Killed:
    case Outcome::Stuck:
      return true;
    default:
      return false;
  }
}

bool same_step(const Step& a, const Step& b) { return a.thread == b.thread && a.alternative == b.alternative; }

}  // namespace

TaskWorker::TaskWorker(TaskPool& pool, Target& target, size_t batch, Course& course, Observer& parent)
    : pool_(pool), target_(target), batch_(batch), course_(course), parent_(parent), observer_(parent.split()) {}

// The oldest tasks have most behind them.
void TaskWorker::supply(bool others_want_work) {
  if (tasks_.empty() && !pool_.tasks.empty()) {
    size_t count = (pool_.tasks.size() + 1) / 2;
    auto first = pool_.tasks.end() - static_cast<ptrdiff_t>(count);
    tasks_.assign(std::make_move_iterator(first), std::make_move_iterator(pool_.tasks.end()));
    pool_.tasks.erase(first, pool_.tasks.end());
  }
  if (!others_want_work || !pool_.tasks.empty() || tasks_.size() < 2) return;
  auto end = tasks_.begin() + static_cast<ptrdiff_t>(tasks_.size() / 2);
  pool_.tasks.assign(std::make_move_iterator(tasks_.begin()), std::make_move_iterator(end));
  tasks_.erase(tasks_.begin(), end);
  fed_others_ = true;
}

void TaskWorker::ask(const Task& task, const std::vector<Step>& before, Request& request) const {
  auto [own, others] = std::ranges::mismatch(task.steps, before, same_step);
  request.known = static_cast<size_t>(own - task.steps.begin());
  request.steps = task.steps;
  request.sleeping = task.sleeping;
  request.footprints = task.footprints;
}

bool TaskWorker::run_batch() {
  size_t count = std::min(batch_, tasks_.size());
  batch_tasks_.clear();
  if (requests_.size() < count) requests_.resize(count);
  while (executions_.size() < count) executions_.push_back(std::make_unique<Execution>());
  std::vector<Step> present;
  for (model::Position i = 0; i < path_.size(); i++) present.push_back({path_.thread(i), path_[i].alternative});
  for (size_t i = 0; i < count; i++) {
    batch_tasks_.push_back(std::move(tasks_.back()));
    tasks_.pop_back();
    ask(batch_tasks_[i], i == 0 ? present : batch_tasks_[i - 1].steps, requests_[i]);
  }
  executed_ = target_.run(std::span(requests_).first(count), std::span(executions_).first(count));
  if (executed_ == count) return true;
  put_back(executed_);
  return false;
}

// What has not been taken in remains to be done.
void TaskWorker::put_back(size_t first) {
  while (batch_tasks_.size() > first) {
    tasks_.push_back(std::move(batch_tasks_.back()));
    batch_tasks_.pop_back();
  }
}

void TaskWorker::take_in() {
  for (size_t i = 0; i < batch_tasks_.size(); i++)
    if (course_.is_over() || !take_in(batch_tasks_[i], *executions_[i])) return put_back(i);
  batch_tasks_.clear();
}

// Brings the path to the execution. False: the program did not do what it did before under the same schedule.
bool TaskWorker::follow(const Task& task, const Execution& execution) {
  path_.truncate(std::min(path_.size(), execution.known));
  unchanged_ = std::min(unchanged_, path_.size());
  if (path_.size() != execution.known || execution.prefix_hash != path_.hash()) return false;
  races_.clear();
  path_.forget_races();
  for (size_t i = 0; i < execution.steps.size(); i++)
    path_.push(execution.steps[i], execution.inner_of(i), execution.enabled_at(i), races_);
  return path_.size() < task.inherited || path_.hash_at(task.inherited) == task.inherited_hash;
}

void TaskWorker::derive(Task& task, const Execution& execution) {
  size_t before = tasks_.size();
  descent_.begin(path_, execution, task, tasks_);
  auto reverse = [&] {
    for (const model::Race& race : races_) descent_.reverse(race);
    counts_.races += races_.size();
    races_.clear();
    path_.forget_races();
  };
  reverse();
  // What a thread was waiting for when the execution ended also competes with what took it; and so does what threads that
  // others cover would have done, where the execution ended because of them.
  size_t length = path_.size();
  bool blocked = execution.outcome == Outcome::SleepBlocked;
  for (const Unfinished& thread : execution.unfinished) {
    if ((thread.enabled && !blocked) || thread.next.operation == Operation::None) continue;
    auto sleeps = [&](const Sleeper& sleeper) { return sleeper.thread == thread.next.thread; };
    if (thread.enabled && std::ranges::any_of(task.sleeping, sleeps)) continue;
    path_.push({thread.next, 0, 1, 0}, {}, {}, races_);
    reverse();
    path_.truncate(length);
  }
  descent_.add_outcomes();
  if (ends_early(execution.outcome)) descent_.go_on_without_last_step();
  double weight = task.weight / static_cast<double>(tasks_.size() - before + 1);
  for (size_t i = before; i < tasks_.size(); i++) tasks_[i].weight = weight;
  share_done_ += weight;
}

bool TaskWorker::take_in(Task& task, const Execution& execution) {
  bool mismatch = execution.outcome == Outcome::ScheduleMismatch;
  bool blocked = execution.outcome == Outcome::SleepBlocked;
  if (!mismatch && !blocked && !course_.count_execution()) return false;
  if (!follow(task, execution)) {
    course_.suspect(path_);
    return false;
  }
  if (mismatch) {
    counts_.infeasible++;
    share_done_ += task.weight;
  } else {
    counts_.transitions += path_.size() - std::min<size_t>(path_.size(), task.inherited);
    blocked ? counts_.blocked++ : counts_.executions++;
    derive(task, execution);
  }
  if (!observer_->on_execution(path_, std::exchange(unchanged_, path_.size()), execution)) {
    course_.finish(End::Stopped);
  } else if (!execution.found.empty()) {
    course_.find(execution.found);
  }
  return true;
}

void TaskWorker::join_observers() { parent_.join(*observer_); }

}  // namespace selvage::explore
