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
  executions.resize(batch.size());
  target.run(requests, [&](size_t index, const Execution& execution) {
    executions[index] = std::make_unique<Execution>(execution);
  });
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

// Takes in what is there, in order; false: the search is to end.
bool take_in(Exploration& exploration, const SearchOptions& options, const Observer& observe) {
  while (const Execution* execution = exploration.next()) {
    if (options.interrupted && *options.interrupted) return false;
    bool go_on = observe(exploration.next_request(), *execution);
    exploration.advance();
    if (!go_on) return false;
    if (options.max_executions && exploration.counts().executions >= options.max_executions) return false;
  }
  return true;
}

void search_with_one(Exploration& exploration, Target& target, const SearchOptions& options, const Observer& observe) {
  Batch batch;
  std::vector<std::unique_ptr<Execution>> executions;
  while (!exploration.finished()) {
    exploration.jobs(options.batch, batch);
    run_batch(target, batch, executions);
    for (size_t i = 0; i < batch.size(); i++) {
      if (!executions[i]) return;  // interrupted
      Exploration::deliver(*batch[i].branch, std::move(executions[i]));
    }
    if (!take_in(exploration, options, observe)) return;
  }
}

void search_with_many(Exploration& exploration, std::span<Target* const> targets, const SearchOptions& options,
                      const Observer& observe) {
  std::mutex mutex;
  std::condition_variable changed;
  std::vector<std::unique_ptr<Runner>> runners;
  for (Target* target : targets) runners.push_back(std::make_unique<Runner>(*target, mutex, changed));
  std::vector<std::pair<WakeupNode*, std::unique_ptr<Execution>>> finished;
  Batch batch;
  while (!exploration.finished()) {
    {
      std::unique_lock lock(mutex);
      for (;;) {
        for (auto& runner : runners) {
          runner->collect(finished);
          if (!runner->idle()) continue;
          exploration.jobs(options.batch, batch);
          if (!batch.empty()) runner->start(std::move(batch));
        }
        if (!finished.empty()) break;
        changed.wait(lock);
      }
    }
    for (auto& [branch, execution] : finished) {
      if (!execution) return;  // interrupted
      Exploration::deliver(*branch, std::move(execution));
    }
    finished.clear();
    if (!take_in(exploration, options, observe)) return;
  }
}

}  // namespace

SearchResult search(const Reduction& reduction, std::span<Target* const> targets, const SearchOptions& options,
                    const Observer& observe) {
  Exploration exploration(reduction);
  if (targets.size() == 1)
    search_with_one(exploration, *targets.front(), options, observe);
  else
    search_with_many(exploration, targets, options, observe);
  return {exploration.counts(), exploration.finished()};
}

}  // namespace selvage::explore
