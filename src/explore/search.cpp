#include "explore/search.h"

#include <algorithm>
#include <condition_variable>
#include <deque>
#include <exception>
#include <mutex>
#include <thread>

namespace selvage::explore {

namespace {

using Clock = std::chrono::steady_clock;

// More of them fill batches better, fewer are cheaper to keep.
inline constexpr size_t kTasksInHand = 16;
inline constexpr size_t kFewTasks = 6;

// A part of the search tree that somebody works on, or the whole.
struct Task {
  Exploration* exploration = nullptr;
  std::unique_ptr<Observer> own_observer;  // null: the whole, whose observer is the caller's
  Observer* observer = nullptr;
  size_t seen = 0;  // steps of the path that the observer knows

  // What ended it before it was explored.
  End end = End::Complete;
  std::vector<SharedLocation> found;
  std::vector<Step> suspect;

  // Under the search's mutex.
  bool finished = false;
  Task* waiter = nullptr;  // goes on when this one has finished
};

class Search {
 public:
  Search(const Reduction& reduction, std::span<Target* const> targets, const SearchOptions& options, Observer& observer)
      : whole_(reduction), targets_(targets), options_(options) {
    root_.exploration = &whole_;
    root_.observer = &observer;
  }

  // Explores until the end, or until something ends it. The root task says what.
  Task& run();
  const Counts& counts() const { return whole_.counts(); }
  // After an end before the end: what can be gone on from, and what has to be known of all parts.
  std::string save_and_join() {
    if (root_.end == End::Interrupted || root_.end == End::TimeLimit) take_over_first_parts();
    std::string state = whole_.save();
    if (options_.on_early_end) options_.on_early_end(root_.end, state);
    join_parts(root_);
    return state;
  }
  bool resume(std::string_view state) {
    if (!whole_.restore(state)) return false;
    executed_ = whole_.counts().executions;
    share_done_ = whole_.share_done();
    return true;
  }

 private:
  class Worker;

  bool is_over() const { return over_.load(std::memory_order_relaxed); }
  // Something from outside ends it: the first such thing counts, unless the whole has come to an end by itself.
  void end_early(End why) {
    End none = End::Complete;
    early_end_.compare_exchange_strong(none, why);
    stop_all();
  }
  void stop_all() {
    std::lock_guard lock(mutex_);
    over_ = true;
    changed_.notify_all();
  }
  // Whether the whole has as many executions as it may, with so many more.
  bool reaches_limit(uint64_t more) const {
    return options_.max_executions && whole_.counts().executions + more >= options_.max_executions &&
           whole_.turn() != Exploration::Turn::Over;
  }
  void take_over_part();
  void take_over_first_parts();
  void finish_in_order();
  void join_parts(Task& task);
  void save_if_due(Worker& worker);
  void pause();

  Exploration whole_;
  Task root_;
  std::span<Target* const> targets_;
  const SearchOptions& options_;

  std::mutex mutex_;
  std::condition_variable changed_;
  std::deque<Task*> queue_;      // parts that nobody works on yet
  std::atomic<int> hungry_ = 0;  // workers without work
  std::atomic<bool> over_ = false;
  std::atomic<End> early_end_ = End::Complete;
  std::exception_ptr failure_;
  std::atomic<uint64_t> executed_ = 0;  // in whatever order
  std::atomic<double> share_done_ = 0;
  Clock::time_point next_progress_ = Clock::now();
  Clock::time_point next_checkpoint_ = Clock::now() + std::chrono::seconds(1);
  std::vector<std::unique_ptr<Worker>> workers_;
  std::atomic<bool> pausing_ = false;
  size_t paused_ = 0;  // under the mutex
};

// One target and the tasks in hand.
class Search::Worker {
 public:
  Worker(Search& search, Target& target) : search_(search), target_(target) {}

  void begin_with(Task& task) { tasks_.push_back(&task); }
  void work();
  // One execution after the other, none ahead, until the whole has as many as it may.
  void work_in_order();
  // Another one goes on in its place, if it is in hand.
  bool replace(const Task& task, Task& by) {
    auto found = std::ranges::find(tasks_, &task);
    if (found == tasks_.end()) return false;
    *found = &by;
    return true;
  }

 private:
  bool fill();
  void feed_the_hungry();
  Task* split();
  void run_batch();
  void take_in(Task& task);
  void proceed(Task& task);
  void adopt(Task& task, Task& part);
  void adopt_or_absorb(Task& root);
  void stand_still();
  void report_progress();

  Search& search_;
  Target& target_;
  std::unique_ptr<Execution> fresh_execution() {
    if (spare_.empty()) return std::make_unique<Execution>();
    std::unique_ptr<Execution> execution = std::move(spare_.back());
    spare_.pop_back();
    return execution;
  }

  std::vector<Task*> tasks_;  // each waits for an execution
  std::vector<Task*> present_;
  std::vector<Exploration::Job> jobs_;
  std::vector<Request> requests_;
  std::vector<std::unique_ptr<Execution>> executions_;
  std::vector<std::unique_ptr<Execution>> spare_;  // whose memory is used again
};

Task* Search::Worker::split() {
  for (Task* task : tasks_) {
    std::shared_ptr<Handout> handout = task->exploration->hand_out();
    if (!handout) continue;
    auto part = std::make_shared<Task>();
    part->exploration = &handout->exploration;
    part->own_observer = task->observer->split();
    part->observer = part->own_observer.get();
    handout->task = part;
    return part.get();
  }
  return nullptr;
}

// False: there is nothing to do any more.
bool Search::Worker::fill() {
  while (tasks_.size() < kTasksInHand) {
    Task* task = tasks_.empty() ? nullptr : split();
    if (!task) break;
    tasks_.push_back(task);
  }
  if (!tasks_.empty()) return !search_.is_over();
  std::unique_lock lock(search_.mutex_);
  search_.hungry_++;
  search_.changed_.notify_all();  // somebody may wait for everybody to stand still
  search_.changed_.wait(lock, [&] { return search_.over_ || (!search_.queue_.empty() && !search_.pausing_); });
  search_.hungry_--;
  if (search_.over_) return false;
  tasks_.push_back(search_.queue_.front());
  search_.queue_.pop_front();
  return true;
}

// A worker without work gets half of this one's tasks, unless those are so few that the batches of both would run thin:
// handing a batch over costs as much as several executions.
void Search::Worker::feed_the_hungry() {
  if (search_.hungry_.load(std::memory_order_relaxed) == 0) return;
  size_t few = std::clamp<size_t>(search_.options_.batch / 8, 2, kFewTasks);
  if (tasks_.size() < few) {
    Task* task = few == 2 ? split() : nullptr;
    if (!task) return;
    tasks_.push_back(task);
  }
  std::lock_guard lock(search_.mutex_);
  size_t gift = tasks_.size() / 2;
  for (size_t i = 0; i < gift; i++) {
    search_.queue_.push_back(tasks_.back());
    tasks_.pop_back();
  }
  search_.changed_.notify_all();
}

void Search::Worker::run_batch() {
  size_t most = search_.options_.batch;
  if (jobs_.size() < most) jobs_.resize(most);
  // Everybody's next execution first; what is left of the batch is filled with what comes after it.
  size_t count = 0;
  for (Task* task : tasks_) count += task->exploration->requests(1, std::span(jobs_).subspan(count));
  for (Task* task : tasks_) {
    if (count == most) break;
    count += task->exploration->requests(most - count, std::span(jobs_).subspan(count));
  }
  requests_.resize(count);
  executions_.resize(count);
  for (size_t i = 0; i < count; i++) {
    std::swap(requests_[i], jobs_[i].request);
    executions_[i] = fresh_execution();
  }
  size_t done = target_.run(requests_, executions_);
  for (size_t i = 0; i < count; i++) std::swap(requests_[i], jobs_[i].request);
  search_.executed_ += done;
  if (done < count) return search_.end_early(End::Interrupted);
  for (size_t i = 0; i < count; i++) Exploration::deliver(*jobs_[i].leaf, std::move(executions_[i]));
  present_.swap(tasks_);
  tasks_.clear();
  for (Task* task : present_) {
    if (search_.is_over()) return;
    proceed(*task);
  }
}

void Search::Worker::take_in(Task& task) {
  Exploration& exploration = *task.exploration;
  size_t known = std::min(task.seen, exploration.path().size());
  double share_before = exploration.share_done();
  exploration.take_in();
  search_.share_done_ += exploration.share_done() - share_before;
  const Execution& execution = exploration.taken();
  const model::Path& path = exploration.path();
  if (exploration.went_another_way()) {
    for (model::Position i = 0; i < path.size(); i++) task.suspect.push_back({path.thread(i), path[i].alternative});
    task.end = End::NotDeterministic;
    return;
  }
  if (!task.observer->on_execution(path, known, execution)) {
    task.end = End::Stopped;
  } else if (!execution.found.empty()) {
    task.found = execution.found;
    task.end = End::Restart;
  }
  task.seen = path.size();
  if (task.end != End::Complete) return;
  spare_.push_back(exploration.leave());
  task.seen = std::min(task.seen, exploration.path().size());
  if (&task == &search_.root_ && search_.reaches_limit(0)) task.end = End::ExecutionLimit;
}

// The task waits for an execution next, or for another task, or it is over and another one goes on.
void Search::Worker::proceed(Task& first) {
  Task* task = &first;
  for (;;) {
    Exploration& exploration = *task->exploration;
    Exploration::Turn turn = task->end == End::Complete ? exploration.turn() : Exploration::Turn::Over;
    if (turn == Exploration::Turn::Execution) {
      tasks_.push_back(task);
      return;
    }
    if (turn == Exploration::Turn::Ahead) {
      take_in(*task);
      continue;
    }
    if (turn == Exploration::Turn::Handout) {
      Task& part = *static_cast<Task*>(exploration.awaited().task.get());
      {
        std::lock_guard lock(search_.mutex_);
        if (!part.finished) {
          part.waiter = task;
          return;
        }
      }
      if (task == &search_.root_ && search_.reaches_limit(part.exploration->counts().executions)) {
        task->end = End::ExecutionLimit;
        continue;
      }
      adopt(*task, part);
      continue;
    }
    if (task == &search_.root_) return search_.stop_all();
    std::lock_guard lock(search_.mutex_);
    task->finished = true;
    if (!task->waiter) return;
    task = task->waiter;
  }
}

void Search::Worker::adopt(Task& task, Task& part) {
  Exploration& exploration = *task.exploration;
  task.observer->join(*part.observer);
  task.end = part.end;
  task.found = std::move(part.found);
  task.suspect = std::move(part.suspect);
  task.seen = std::min(task.seen, exploration.path().size());
  exploration.adopt();
  task.seen = std::min(task.seen, exploration.path().size());
}

void Search::Worker::stand_still() {
  if (!search_.pausing_.load(std::memory_order_relaxed) || this == search_.workers_.front().get()) return;
  std::unique_lock lock(search_.mutex_);
  search_.paused_++;
  search_.changed_.notify_all();
  search_.changed_.wait(lock, [&] { return !search_.pausing_ || search_.over_; });
  search_.paused_--;
}

void Search::Worker::report_progress() {
  if (!search_.options_.on_progress) return;
  std::unique_lock lock(search_.mutex_, std::try_to_lock);
  Clock::time_point now = Clock::now();
  if (!lock || now < search_.next_progress_) return;
  search_.next_progress_ = now + std::chrono::milliseconds(100);
  search_.options_.on_progress({search_.executed_, search_.share_done_});
}

void Search::Worker::work() {
  try {
    while (fill()) {
      feed_the_hungry();
      run_batch();
      const SearchOptions& options = search_.options_;
      End why = End::Complete;
      if (options.interrupted && *options.interrupted) why = End::Interrupted;
      if (options.deadline && Clock::now() >= *options.deadline) why = End::TimeLimit;
      if (options.max_executions && search_.executed_ >= options.max_executions) why = End::ExecutionLimit;
      if (why != End::Complete && !search_.is_over()) search_.end_early(why);
      report_progress();
      search_.save_if_due(*this);
      stand_still();
    }
  } catch (...) {
    std::lock_guard lock(search_.mutex_);
    if (!search_.failure_) search_.failure_ = std::current_exception();
    search_.over_ = true;
    search_.changed_.notify_all();
  }
}

Task& Search::run() {
  for (Target* target : targets_) workers_.push_back(std::make_unique<Worker>(*this, *target));
  if (whole_.turn() == Exploration::Turn::Over) return root_;
  workers_.front()->begin_with(root_);
  std::vector<std::thread> threads;
  for (size_t i = 1; i < workers_.size(); i++) threads.emplace_back([&, i] { workers_[i]->work(); });
  workers_.front()->work();
  stop_all();
  for (std::thread& thread : threads) thread.join();
  if (failure_) std::rethrow_exception(failure_);
  if (root_.end == End::Complete && whole_.turn() != Exploration::Turn::Over) root_.end = early_end_;
  if (root_.end == End::ExecutionLimit) finish_in_order();
  return root_;
}

// The part whose turn it is becomes the whole's own again, as far as it has come. Nobody else works meanwhile.
void Search::take_over_part() {
  Task& part = *static_cast<Task*>(whole_.awaited().task.get());
  // Whoever had it in hand has the whole now.
  bool in_hand = std::ranges::any_of(workers_, [&](auto& worker) { return worker->replace(part, root_); });
  if (auto queued = std::ranges::find(queue_, &part); !in_hand && queued != queue_.end()) *queued = &root_;
  root_.observer->join(*part.observer);
  root_.seen = std::min(root_.seen, whole_.path().size());
  whole_.absorb();
  root_.seen = std::min(root_.seen, whole_.path().size());
}

void Search::take_over_first_parts() {
  while (whole_.turn() == Exploration::Turn::Handout) take_over_part();
}

// A limited number of executions: the first ones in the order of the search. What was explored ahead counts where it is
// within the limit.
void Search::finish_in_order() {
  root_.end = End::Complete;
  over_ = false;
  workers_.front()->work_in_order();
}

void Search::Worker::work_in_order() {
  Task& root = search_.root_;
  Exploration& whole = search_.whole_;
  uint64_t limit = search_.options_.max_executions;
  while (root.end == End::Complete && whole.turn() != Exploration::Turn::Over) {
    if (whole.counts().executions >= limit) {
      root.end = End::ExecutionLimit;
      return;
    }
    switch (whole.turn()) {
      case Exploration::Turn::Handout:
        if (whole.counts().executions + whole.awaited().exploration.counts().executions > limit)
          whole.take_back();
        else
          adopt_or_absorb(root);
        break;
      case Exploration::Turn::Execution: {
        if (jobs_.empty()) jobs_.resize(1);
        whole.requests(1, std::span(jobs_).first(1));
        std::unique_ptr<Execution> execution = fresh_execution();
        if (target_.run({&jobs_[0].request, 1}, {&execution, 1}) == 0) {
          root.end = End::Interrupted;
          return;
        }
        Exploration::deliver(*jobs_[0].leaf, std::move(execution));
        break;
      }
      case Exploration::Turn::Ahead:
        take_in(root);
        break;
      case Exploration::Turn::Over:
        break;
    }
  }
}

void Search::Worker::adopt_or_absorb(Task& root) {
  Task& part = *static_cast<Task*>(root.exploration->awaited().task.get());
  if (part.finished)
    adopt(root, part);
  else
    search_.take_over_part();
}

// What parts found is not lost when the search ends early, though it does not count.
void Search::join_parts(Task& task) {
  task.exploration->for_each_handout([&](Handout& handout) {
    Task& part = *static_cast<Task*>(handout.task.get());
    join_parts(part);
    task.observer->join(*part.observer);
  });
}

// Every worker but the caller stands still between two batches, or has nothing to do.
void Search::pause() {
  pausing_ = true;
  std::unique_lock lock(mutex_);
  changed_.notify_all();
  changed_.wait(lock, [&] { return paused_ + static_cast<size_t>(hungry_) + 1 == workers_.size() || over_; });
}

void Search::save_if_due(Worker& worker) {
  if (!options_.on_checkpoint || &worker != workers_.front().get() || Clock::now() < next_checkpoint_) return;
  pause();
  if (!over_) {
    std::lock_guard lock(mutex_);
    take_over_first_parts();
    next_checkpoint_ = Clock::now() + options_.on_checkpoint(whole_.save());
  }
  pausing_ = false;
  std::lock_guard lock(mutex_);
  changed_.notify_all();
}

}  // namespace

SearchResult search(const Reduction& reduction, std::span<Target* const> targets, const SearchOptions& options,
                    Observer& observer, std::vector<SharedLocation> shared) {
  SearchResult result;
  result.shared = std::move(shared);
  for (;;) {
    for (Target* target : targets) target->share(result.shared);
    Search search(reduction, targets, options, observer);
    if (result.restarts == 0 && !options.resume.empty() && !search.resume(options.resume)) {
      result.resumed = false;
      return result;
    }
    Task& root = search.run();
    result.counts = search.counts();
    result.end = root.end;
    result.suspect = root.suspect;
    if (root.end == End::Interrupted || root.end == End::TimeLimit || root.end == End::ExecutionLimit) {
      result.state = search.save_and_join();
      result.counts = search.counts();
    }
    if (root.end != End::Restart) return result;
    result.shared.insert(result.shared.end(), root.found.begin(), root.found.end());
    result.restarts++;
    observer.on_restart(result.shared);
  }
}

}  // namespace selvage::explore
