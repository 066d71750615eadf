#include "explore/search.h"

#include <condition_variable>
#include <memory>
#include <mutex>
#include <thread>
#include <vector>

namespace selvage::explore {

namespace {

using Batch = std::vector<Exploration::Job>;

void run_batch(Target& target, Batch& batch, std::vector<std::unique_ptr<Execution>>& executions) {
  std::vector<Request> requests;
  requests.reserve(batch.size());
  for (Exploration::Job& job : batch) requests.push_back(std::move(job.request));
  std::vector<Execution> results(batch.size());
  size_t done = target.run(requests, results);
  executions.resize(batch.size());
  for (size_t i = 0; i < done; i++) executions[i] = std::make_unique<Execution>(std::move(results[i]));
}

// One target in a thread of its own.
class Runner {
 public:
  Runner(Target& target, std::mutex& mutex, std::condition_variable& changed)
      : target_(target), mutex_(mutex), changed_(changed), thread_([this] { loop(); }) {}
  ~Runner() {
    {
      std::lock_guard lock(mutex_);
      over_ = true;
      changed_.notify_all();
    }
    thread_.join();
  }

  // Under the mutex, all of these.
  bool idle() const { return !busy_; }
  void start(Batch batch) {
    batch_ = std::move(batch);
    busy_ = true;
    changed_.notify_all();
  }
  void collect(std::vector<std::pair<WakeupNode*, std::unique_ptr<Execution>>>& into) {
    for (auto& finished : finished_) into.push_back(std::move(finished));
    finished_.clear();
  }

 private:
  void loop() {
    std::unique_lock lock(mutex_);
    for (;;) {
      changed_.wait(lock, [&] { return busy_ || over_; });
      if (over_) return;
      Batch batch = std::move(batch_);
      lock.unlock();
      std::vector<std::unique_ptr<Execution>> executions;
      run_batch(target_, batch, executions);
      lock.lock();
      for (size_t i = 0; i < batch.size(); i++) finished_.emplace_back(batch[i].branch, std::move(executions[i]));
      busy_ = false;
      changed_.notify_all();
    }
  }

  Target& target_;
  std::mutex& mutex_;
  std::condition_variable& changed_;
  Batch batch_;
  bool busy_ = false, over_ = false;
  std::vector<std::pair<WakeupNode*, std::unique_ptr<Execution>>> finished_;
  std::thread thread_;
};

// One search from its root, until it is complete or something ends it.
class Run {
 public:
  Run(const Reduction& reduction, std::span<Target* const> targets, const SearchOptions& options, Observer& observer,
      SearchResult& result)
      : exploration_(reduction), targets_(targets), options_(options), observer_(observer), result_(result) {}

  // False: locations were found shared, and everything is to start over.
  bool run() {
    if (targets_.size() == 1)
      search_with_one();
    else
      search_with_many();
    result_.counts = exploration_.counts();
    if (exploration_.finished() && !ended_) result_.end = End::Complete;
    return !restart_;
  }

 private:
  void end(End why) {
    result_.end = why;
    ended_ = true;
  }

  // Takes in what is there, in order.
  void take_in() {
    while (!ended_ && exploration_.next()) {
      if (options_.interrupted && *options_.interrupted) return end(End::Interrupted);
      size_t known = exploration_.path().size();
      exploration_.take_in();
      const Execution& execution = exploration_.taken();
      if (exploration_.went_another_way()) {
        result_.suspect.clear();
        for (model::Position i = 0; i < known; i++)
          result_.suspect.push_back({exploration_.path().thread(i), exploration_.path()[i].alternative});
        return end(End::NotDeterministic);
      }
      if (!observer_.on_execution(exploration_.path(), known, execution)) return end(End::Stopped);
      if (!execution.found.empty()) {
        result_.shared.insert(result_.shared.end(), execution.found.begin(), execution.found.end());
        restart_ = true;
        return end(End::Interrupted);
      }
      exploration_.leave();
      if (options_.max_executions && exploration_.counts().executions >= options_.max_executions &&
          !exploration_.finished())
        return end(End::ExecutionLimit);
    }
    if (!ended_ && options_.deadline && std::chrono::steady_clock::now() >= *options_.deadline &&
        !exploration_.finished())
      end(End::TimeLimit);
    observer_.on_progress(exploration_);
  }

  void search_with_one();
  void search_with_many();

  Exploration exploration_;
  std::span<Target* const> targets_;
  const SearchOptions& options_;
  Observer& observer_;
  SearchResult& result_;
  bool ended_ = false;
  bool restart_ = false;
};

void Run::search_with_one() {
  Batch batch;
  std::vector<std::unique_ptr<Execution>> executions;
  while (!exploration_.finished() && !ended_) {
    exploration_.jobs(options_.batch, batch);
    run_batch(*targets_.front(), batch, executions);
    for (size_t i = 0; i < batch.size(); i++) {
      if (!executions[i]) return end(End::Interrupted);
      Exploration::deliver(*batch[i].branch, std::move(executions[i]));
    }
    take_in();
  }
}

void Run::search_with_many() {
  std::mutex mutex;
  std::condition_variable changed;
  std::vector<std::unique_ptr<Runner>> runners;
  for (Target* target : targets_) runners.push_back(std::make_unique<Runner>(*target, mutex, changed));
  std::vector<std::pair<WakeupNode*, std::unique_ptr<Execution>>> finished;
  Batch batch;
  while (!exploration_.finished() && !ended_) {
    {
      std::unique_lock lock(mutex);
      for (;;) {
        for (auto& runner : runners) {
          runner->collect(finished);
          if (!runner->idle()) continue;
          exploration_.jobs(options_.batch, batch);
          if (!batch.empty()) runner->start(std::move(batch));
        }
        if (!finished.empty()) break;
        changed.wait(lock);
      }
    }
    for (auto& [branch, execution] : finished) {
      if (!execution) return end(End::Interrupted);
      Exploration::deliver(*branch, std::move(execution));
    }
    finished.clear();
    take_in();
  }
}

}  // namespace

SearchResult search(const Reduction& reduction, std::span<Target* const> targets, const SearchOptions& options,
                    Observer& observer, std::vector<SharedLocation> shared) {
  SearchResult result;
  result.shared = std::move(shared);
  for (;;) {
    for (Target* target : targets) target->share(result.shared);
    if (Run(reduction, targets, options, observer, result).run()) return result;
    result.restarts++;
    observer.on_restart(result.shared);
  }
}

}  // namespace selvage::explore
