#include "explore/deepening.h"

#include <algorithm>
#include <condition_variable>
#include <exception>
#include <thread>

#include "explore/saved.h"
#include "explore/turns.h"
#include "model/state_hash.h"

namespace selvage::explore {
namespace {

using Clock = std::chrono::steady_clock;
using Schedule = std::vector<Step>;

// A departure from an execution: its first `length` steps, and then another one.
struct Branch {
  std::shared_ptr<const Schedule> execution;  // null: the very first execution, which departs from nothing
  uint32_t length = 0;
  Step step = {};
  bool is_first_alternative = false;  // of this thread's step, in this state
  uint64_t hash = 0;                  // of the steps before it, as the program went through them
};

struct PricedBranch {
  uint64_t cost;
  Branch branch;
};

// What an execution showed, from its first new state on.
struct Expansion {
  struct State {
    uint64_t hash = 0;          // 0: it was known before, and only other outcomes are new
    size_t branches_begin = 0;  // of what departs from here
  };
  std::vector<State> states;
  std::vector<PricedBranch> branches;
};

class Deepening {
 public:
  Deepening(std::span<Target* const> targets, const DeepeningOptions& options, Observer& observer)
      : targets_(targets), options_(options), observer_(observer) {}

  void begin() {
    waiting_.clear();
    waiting_[0].push_back({});
  }
  bool restore(std::string_view state);
  std::string save() const;
  End run();

  const Counts& counts() const { return counts_; }
  uint64_t explored_below() const { return waiting_.empty() ? UINT64_MAX : waiting_.begin()->first; }
  uint64_t left_out() const { return left_out_; }
  const std::vector<SharedLocation>& found() const { return found_; }
  const Schedule& suspect() const { return suspect_; }

 private:
  struct Part {
    std::unique_ptr<Observer> observer;
    std::vector<Branch> branches;
    uint64_t cost = 0;
    std::vector<Request> requests;
    std::vector<std::unique_ptr<Execution>> results;
    model::Path path;
    std::vector<model::Race> races;
  };

  void work(size_t index);
  bool take(Part& part);
  void execute(Part& part, size_t index);
  bool look_at(Part& part, const Branch& branch, const Execution& execution);
  Expansion expand(const Part& part, const Branch& branch, const Execution& execution) const;
  void add_branches(Expansion& expansion, const Part& part, const std::shared_ptr<const Schedule>& schedule,
                    model::Position position, bool is_known, std::span<const Turn> turns) const;
  uint64_t cost_of(const Part& part, model::Position position, unsigned thread, std::span<const Turn> turns) const;
  void merge(const Part& part, Expansion&& expansion);
  void put(PricedBranch&& priced);
  void put_back(Part& part, size_t done);
  void finish(End why);
  void report_progress(size_t index);

  std::span<Target* const> targets_;
  const DeepeningOptions& options_;
  Observer& observer_;

  std::mutex mutex_;
  std::condition_variable changed_;
  size_t working_ = 0;
  bool over_ = false;
  End end_ = End::Complete;
  std::exception_ptr failure_;
  std::map<uint64_t, std::deque<Branch>> waiting_;  // by cost
  std::unordered_map<uint64_t, uint64_t> states_;   // gone on from, and at what cost
  Counts counts_;
  uint64_t asked_ = 0;  // executions begun
  uint64_t left_out_ = 0;
  std::vector<SharedLocation> found_;
  Schedule suspect_;
  std::vector<std::unique_ptr<Part>> parts_;
  Clock::time_point next_progress_ = Clock::now();
};

constexpr size_t kLargestPart = 64;

// Under the lock. Only what costs least: while others work on that, there may be more of it.
bool Deepening::take(Part& part) {
  auto& [cost, branches] = *waiting_.begin();
  size_t count = std::clamp<size_t>(branches.size() / (2 * targets_.size()), 1, kLargestPart);
  if (options_.max_executions != 0)
    count = std::min<size_t>(count,
                             static_cast<size_t>(options_.max_executions - std::min(options_.max_executions, asked_)));
  if (count == 0) {
    finish(End::ExecutionLimit);
    return false;
  }
  part.cost = cost;
  part.branches.clear();
  for (size_t i = 0; i < count; ++i) {
    part.branches.push_back(std::move(branches.front()));
    branches.pop_front();
  }
  asked_ += count;
  return true;
}

void Deepening::finish(End why) {
  if (!over_) end_ = why;
  over_ = true;
  changed_.notify_all();
}

void Deepening::work(size_t index) {
  Part& part = *parts_[index];
  std::unique_lock lock(mutex_);
  for (;;) {
    // A cost is done when nobody works at it any more.
    changed_.wait(lock, [&] {
      if (over_) return true;
      while (!waiting_.empty() && waiting_.begin()->second.empty() && working_ == 0) waiting_.erase(waiting_.begin());
      return working_ == 0 || !waiting_.begin()->second.empty();
    });
    if (over_) return;
    if (waiting_.empty()) return finish(End::Complete);
    if (!take(part)) return;
    ++working_;
    lock.unlock();
    try {
      execute(part, index);
    } catch (...) {
      std::lock_guard guard(mutex_);
      if (!failure_) failure_ = std::current_exception();
      finish(End::Interrupted);
    }
    lock.lock();
    --working_;
    if (options_.interrupted != nullptr && *options_.interrupted) finish(End::Interrupted);
    if (options_.deadline && Clock::now() >= *options_.deadline) finish(End::TimeLimit);
    if (states_.size() > options_.max_states) finish(End::ExecutionLimit);
    report_progress(index);
    changed_.notify_all();
  }
}

void Deepening::execute(Part& part, size_t index) {
  part.requests.resize(part.branches.size());
  for (size_t i = 0; i < part.branches.size(); ++i) {
    const Branch& branch = part.branches[i];
    Schedule& steps = part.requests[i].steps;
    steps.clear();
    if (!branch.execution) continue;
    steps.assign(branch.execution->begin(), branch.execution->begin() + branch.length);
    steps.push_back(branch.step);
  }
  while (part.results.size() < part.branches.size()) part.results.push_back(std::make_unique<Execution>());
  size_t done = targets_[index]->run(part.requests, std::span(part.results).first(part.branches.size()));
  size_t taken = 0;
  while (taken < done) {
    const Branch& branch = part.branches[taken];
    const Execution& execution = *part.results[taken];
    if (!look_at(part, branch, execution)) break;
    Expansion expansion = expand(part, branch, execution);
    ++taken;
    std::lock_guard guard(mutex_);
    ++counts_.executions;
    counts_.transitions += execution.steps.size() - std::min<size_t>(execution.steps.size(), branch.length);
    merge(part, std::move(expansion));
  }
  std::lock_guard guard(mutex_);
  if (done < part.branches.size()) finish(End::Interrupted);
  put_back(part, taken);
}

// What was not taken in is left for when the search goes on.
void Deepening::put_back(Part& part, size_t done) {
  for (size_t i = part.branches.size(); i-- > done;) {
    waiting_[part.cost].push_front(std::move(part.branches[i]));
    --asked_;
  }
}

// False: the search is over.
bool Deepening::look_at(Part& part, const Branch& branch, const Execution& execution) {
  part.path.truncate(0);
  part.races.clear();
  for (size_t i = 0; i < execution.steps.size(); ++i) {
    part.path.forget_races();
    part.path.push(execution.steps[i], execution.inner_of(i), execution.enabled_at(i), part.races);
  }
  bool follows = execution.outcome != Outcome::ScheduleMismatch && part.path.size() >= branch.length &&
                 part.path.hash_at(branch.length) == branch.hash;
  if (!follows) {
    std::lock_guard guard(mutex_);
    if (!over_ && branch.execution) {
      suspect_.assign(branch.execution->begin(), branch.execution->begin() + branch.length);
      suspect_.push_back(branch.step);
    }
    finish(End::NotDeterministic);
    return false;
  }
  bool goes_on = part.observer->on_execution(part.path, 0, execution);
  if (goes_on && execution.found.empty()) return true;
  std::lock_guard guard(mutex_);
  for (SharedLocation location : execution.found)
    if (std::ranges::find(found_, location) == found_.end()) found_.push_back(location);
  finish(goes_on ? End::Restart : End::Stopped);
  return false;
}

uint64_t Deepening::cost_of(const Part& part, model::Position position, unsigned thread,
                            std::span<const Turn> turns) const {
  uint16_t chosen = part.path.thread(position);
  if (options_.measure == Measure::Delays) {
    uint64_t passed_over = 1;
    for (unsigned other = 0; other < thread; ++other)
      passed_over += other != chosen && part.path.was_enabled(position, other) ? 1 : 0;
    return passed_over;
  }
  if (position == 0) return 0;
  uint16_t before = part.path.thread(position - 1);
  if (before == thread) return 0;
  // Whether the thread of the step before could have gone on; putting off the program's end is no preemption.
  bool could_go_on = turns[position] == Turn::Kept ? part.path[position].head.operation != Operation::ProcessExit
                                                   : turns[position] == Turn::TakenAway;
  return could_go_on ? 1 : 0;
}

void Deepening::add_branches(Expansion& expansion, const Part& part, const std::shared_ptr<const Schedule>& schedule,
                             model::Position position, bool is_known, std::span<const Turn> turns) const {
  const model::Path& path = part.path;
  uint16_t chosen = path.thread(position);
  auto length = static_cast<uint32_t>(position);
  uint64_t hash = path.hash_at(length);
  for (uint16_t other = 1; other < path[position].alternatives; ++other)
    expansion.branches.push_back({part.cost, {schedule, length, {chosen, other}, false, hash}});
  for (unsigned thread = 0; !is_known && thread < path.enabled(position).size() * 64; ++thread) {
    if (thread == chosen || !path.was_enabled(position, thread)) continue;
    uint64_t cost = part.cost + cost_of(part, position, thread, turns);
    expansion.branches.push_back({cost, {schedule, length, {static_cast<uint16_t>(thread), 0}, true, hash}});
  }
}

Expansion Deepening::expand(const Part& part, const Branch& branch, const Execution& execution) const {
  const model::Path& path = part.path;
  auto schedule = std::make_shared<Schedule>();
  for (model::Position i = 0; i < path.size(); ++i) schedule->push_back({path.thread(i), path[i].alternative});
  std::vector<Turn> turns = turns_of(execution);
  Expansion expansion;
  size_t asked = branch.execution ? branch.length + 1 : 0;
  size_t begin = branch.is_first_alternative ? asked - 1 : asked;
  model::StateHash state(path, std::min(begin, path.size()));
  for (size_t i = begin; i < path.size(); ++i) {
    bool is_known = i < asked;
    expansion.states.push_back({is_known ? 0 : state.value() | 1, expansion.branches.size()});
    add_branches(expansion, part, schedule, static_cast<model::Position>(i), is_known, turns);
    state.advance();
  }
  // Threads that could go round for ever could do something else as well.
  if (execution.outcome == Outcome::Livelock) {
    expansion.states.push_back({state.value() | 1, expansion.branches.size()});
    auto length = static_cast<uint32_t>(path.size());
    for (const Unfinished& thread : execution.unfinished)
      if (thread.enabled)
        expansion.branches.push_back({part.cost, {schedule, length, {thread.next.thread, 0}, true, path.hash()}});
  }
  return expansion;
}

// Under the lock. From a state that is known, the policy goes on as it did then.
void Deepening::merge(const Part& part, Expansion&& expansion) {
  for (size_t i = 0; i < expansion.states.size(); ++i) {
    uint64_t state = expansion.states[i].hash;
    if (state != 0) {
      auto [place, is_new] = states_.try_emplace(state, part.cost);
      if (!is_new && place->second <= part.cost) return;
      place->second = part.cost;
    }
    size_t end = i + 1 < expansion.states.size() ? expansion.states[i + 1].branches_begin : expansion.branches.size();
    for (size_t b = expansion.states[i].branches_begin; b < end; ++b) put(std::move(expansion.branches[b]));
  }
}

void Deepening::put(PricedBranch&& priced) {
  if (priced.cost > options_.most) {
    ++left_out_;
    return;
  }
  waiting_[priced.cost].push_back(std::move(priced.branch));
}

void Deepening::report_progress(size_t index) {
  if (index != 0 || !options_.on_progress) return;
  Clock::time_point now = Clock::now();
  if (now < next_progress_) return;
  next_progress_ = now + std::chrono::milliseconds(100);
  options_.on_progress({counts_.executions, 0});
}

End Deepening::run() {
  for (size_t i = 0; i < targets_.size(); ++i) {
    parts_.push_back(std::make_unique<Part>());
    parts_.back()->observer = observer_.split();
  }
  std::vector<std::thread> threads;
  for (size_t i = 1; i < targets_.size(); ++i) threads.emplace_back([this, i] { work(i); });
  work(0);
  for (std::thread& thread : threads) thread.join();
  for (auto& part : parts_) observer_.join(*part->observer);
  if (failure_) std::rethrow_exception(failure_);
  // What is waiting may be nothing.
  while (!waiting_.empty() && waiting_.begin()->second.empty()) waiting_.erase(waiting_.begin());
  return end_;
}

std::string Deepening::save() const {
  SavedWriter writer;
  writer.value(counts_);
  writer.value(left_out_);
  writer.count(states_.size());
  for (const auto& [state, cost] : states_) {
    writer.value(state);
    writer.value(cost);
  }
  writer.count(waiting_.size());
  for (const auto& [cost, branches] : waiting_) {
    writer.value(cost);
    writer.count(branches.size());
    for (const Branch& branch : branches) {
      writer.value(static_cast<uint8_t>(branch.execution ? 1 : 0));
      writer.value(static_cast<uint8_t>(branch.is_first_alternative));
      writer.value(branch.step);
      writer.value(branch.hash);
      writer.list(branch.execution ? std::span(*branch.execution).first(branch.length) : std::span<const Step>());
    }
  }
  return writer.take();
}

bool Deepening::restore(std::string_view state) {
  SavedReader reader(state);
  counts_ = reader.value<Counts>();
  asked_ = counts_.executions;
  left_out_ = reader.value<uint64_t>();
  for (size_t left = reader.count(16); left > 0 && !reader.failed(); --left) {
    auto hash = reader.value<uint64_t>();
    states_[hash] = reader.value<uint64_t>();
  }
  for (size_t left = reader.count(16); left > 0 && !reader.failed(); --left) {
    auto& branches = waiting_[reader.value<uint64_t>()];
    for (size_t count = reader.count(14); count > 0 && !reader.failed(); --count) {
      bool departs = reader.value<uint8_t>() != 0;
      Branch branch;
      branch.is_first_alternative = reader.value<uint8_t>() != 0;
      branch.step = reader.value<Step>();
      branch.hash = reader.value<uint64_t>();
      auto steps = std::make_shared<Schedule>();
      reader.list(*steps);
      branch.length = static_cast<uint32_t>(steps->size());
      if (departs) branch.execution = std::move(steps);
      branches.push_back(std::move(branch));
    }
  }
  return reader.finished();
}

}  // namespace

DeepeningResult deepen(std::span<Target* const> targets, const DeepeningOptions& options, Observer& observer,
                       std::vector<SharedLocation> shared) {
  DeepeningResult result;
  result.shared = std::move(shared);
  for (;;) {
    for (Target* target : targets) target->share(result.shared);
    Deepening deepening(targets, options, observer);
    if (result.restarts == 0 && !options.resume.empty()) {
      result.resumed = deepening.restore(options.resume);
      if (!result.resumed) return result;
    } else {
      deepening.begin();
    }
    result.end = deepening.run();
    result.counts = deepening.counts();
    result.left_out = deepening.left_out();
    result.explored_below = deepening.explored_below();
    result.suspect = deepening.suspect();
    if (result.end == End::Interrupted || result.end == End::TimeLimit || result.end == End::ExecutionLimit)
      result.state = deepening.save();
    if (result.end != End::Restart) return result;
    result.shared.insert(result.shared.end(), deepening.found().begin(), deepening.found().end());
    result.restarts++;
    observer.on_restart(result.shared);
    // A program may show further locations for as long as it is looked at.
    if (!options.deadline || std::chrono::steady_clock::now() < *options.deadline) continue;
    result.end = End::TimeLimit;
    result.counts = {};
    result.left_out = result.explored_below = 0;
    return result;
  }
}

}  // namespace selvage::explore
