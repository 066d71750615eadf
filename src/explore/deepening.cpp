#include "explore/deepening.h"

#include <algorithm>
#include <condition_variable>
#include <exception>
#include <memory>
#include <string_view>
#include <thread>
#include <unordered_map>
#include <vector>

#include "explore/abandon.h"
#include "explore/saved.h"
#include "explore/turns.h"
#include "model/state_hash.h"

namespace selvage::explore {
namespace {

using Clock = std::chrono::steady_clock;
using Schedule = std::vector<Step>;

// What an execution showed, from its first new state on.
struct Expansion {
  std::unique_ptr<Origin> origin;
  std::vector<uint64_t> states;  // hashes; 0: it was known before, and only other outcomes are new
};

// Of a state in the table of those that are known, about.
constexpr size_t kBytesOfState = 48;

class Deepening {
 public:
  Deepening(std::span<Target* const> targets, const DeepeningOptions& options, Observer& observer)
      : targets_(targets), options_(options), observer_(observer), waiting_(options.measure, options.most) {}

  void begin() { waiting_.begin(); }
  bool restore(std::string_view state);
  std::string save() const;
  End run();

  const Counts& counts() const { return counts_; }
  uint64_t explored_below() const { return waiting_.empty() ? UINT64_MAX : waiting_.lowest_cost(); }
  uint64_t left_out() const { return waiting_.left_out(); }
  const std::vector<SharedLocation>& found() const { return found_; }
  const Schedule& suspect() const { return suspect_; }

 private:
  bool is_late() const { return options_.deadline && Clock::now() >= *options_.deadline; }
  bool is_stopped() const { return options_.stop != nullptr && *options_.stop != End::Complete; }

  struct Part {
    std::unique_ptr<Observer> observer;
    std::vector<Departure> departures;
    uint64_t cost = 0;
    std::vector<Request> requests;
    std::vector<std::unique_ptr<Execution>> results;
    model::Path path;
    std::vector<model::Race> races;
  };

  void work(size_t index);
  bool take(Part& part);
  void execute(Part& part, size_t index);
  bool look_at(Part& part, const Departure& departure, const Execution& execution);
  Expansion expand(const Part& part, const Departure& departure, const Execution& execution) const;
  void merge(const Part& part, Expansion&& expansion);
  size_t bytes() const { return waiting_.bytes() + states_.size() * kBytesOfState; }
  void drop_empty_costs();
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
  Departures waiting_;
  std::unordered_map<uint64_t, uint64_t> states_;  // gone on from, and at what cost
  Counts counts_;
  uint64_t asked_ = 0;  // executions begun
  std::vector<SharedLocation> found_;
  Schedule suspect_;
  std::vector<std::unique_ptr<Part>> parts_;
  Clock::time_point next_progress_ = Clock::now();
};

constexpr size_t kLargestPart = 64;

// Under the lock. Only what costs least: while others work on that, there may be more of it.
bool Deepening::take(Part& part) {
  size_t count = std::clamp<size_t>(waiting_.count_at_lowest() / (2 * targets_.size()), 1, kLargestPart);
  if (options_.max_executions != 0)
    count = std::min<size_t>(count,
                             static_cast<size_t>(options_.max_executions - std::min(options_.max_executions, asked_)));
  if (count == 0) {
    finish(End::ExecutionLimit);
    return false;
  }
  part.cost = waiting_.lowest_cost();
  part.departures.clear();
  for (size_t i = 0; i < count; ++i) part.departures.push_back(waiting_.take());
  asked_ += count;
  return true;
}

void Deepening::finish(End why) {
  if (!over_) end_ = why;
  over_ = true;
  changed_.notify_all();
}

void Deepening::drop_empty_costs() {
  while (!waiting_.empty() && waiting_.count_at_lowest() == 0) waiting_.give_up_lowest();
}

void Deepening::work(size_t index) {
  Part& part = *parts_[index];
  std::unique_lock lock(mutex_);
  for (;;) {
    // A cost is done when nobody works at it any more.
    changed_.wait(lock, [&] {
      if (over_) return true;
      if (working_ == 0) drop_empty_costs();
      return working_ == 0 || waiting_.count_at_lowest() != 0;
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
    if (is_stopped()) finish(*options_.stop);
    if (is_late()) finish(End::TimeLimit);
    if (bytes() > options_.max_bytes) finish(End::MemoryLimit);
    report_progress(index);
    changed_.notify_all();
  }
}

void Deepening::execute(Part& part, size_t index) {
  size_t count = part.departures.size();
  part.requests.resize(count);
  for (size_t i = 0; i < count; ++i) part.requests[i].steps = part.departures[i].steps();
  while (part.results.size() < count) part.results.push_back(std::make_unique<Execution>());
  size_t done = targets_[index]->run(part.requests, std::span(part.results).first(count));
  size_t taken = 0;
  // One is always looked at: what it found to be shared starts the search over.
  while (taken < done && (taken == 0 || (!is_stopped() && !is_late()))) {
    const Departure& departure = part.departures[taken];
    const Execution& execution = *part.results[taken];
    if (!look_at(part, departure, execution)) break;
    Expansion expansion = expand(part, departure, execution);
    ++taken;
    std::lock_guard guard(mutex_);
    ++counts_.executions;
    counts_.transitions += execution.steps.size() - std::min<size_t>(execution.steps.size(), departure.length);
    merge(part, std::move(expansion));
  }
  std::lock_guard guard(mutex_);
  if (done < count) finish(is_stopped() ? options_.stop->load() : End::Interrupted);
  put_back(part, taken);
}

// What was not taken in is left for when the search goes on.
void Deepening::put_back(Part& part, size_t done) {
  for (size_t i = part.departures.size(); i-- > done;) {
    waiting_.put_back(part.cost, std::move(part.departures[i]));
    --asked_;
  }
}

// False: the search is over.
bool Deepening::look_at(Part& part, const Departure& departure, const Execution& execution) {
  part.path.truncate(0);
  part.races.clear();
  for (size_t i = 0; i < execution.steps.size(); ++i) {
    part.path.forget_races();
    part.path.push(execution.steps[i], execution.inner_of(i), execution.enabled_at(i), part.races);
  }
  bool follows = execution.outcome != Outcome::ScheduleMismatch && part.path.size() >= departure.length &&
                 part.path.hash_at(departure.length) == departure.hash();
  if (!follows) {
    std::lock_guard guard(mutex_);
    if (!over_) suspect_ = departure.steps();
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

// Whether the thread of the step before could have gone on; putting off the program's end is no preemption.
static bool takes_away(const model::Path& path, model::Position position, Turn turn) {
  if (position == 0) return false;
  return turn == Turn::Kept ? path[position].head.operation != Operation::ProcessExit : turn == Turn::TakenAway;
}

Expansion Deepening::expand(const Part& part, const Departure& departure, const Execution& execution) const {
  const model::Path& path = part.path;
  Schedule schedule;
  for (model::Position i = 0; i < path.size(); ++i) schedule.push_back({path.thread(i), path[i].alternative});
  std::vector<Turn> turns = turns_of(execution);
  size_t asked = departure.origin ? departure.length + 1 : 0;
  size_t begin = std::min(departure.is_first_alternative ? asked - 1 : asked, path.size());
  size_t words = path.size() == 0 ? 1 : path.enabled(0).size();
  for (const Unfinished& thread : execution.unfinished) words = std::max<size_t>(words, thread.next.thread / 64 + 1);
  Expansion expansion{std::make_unique<Origin>(std::move(schedule), begin, static_cast<unsigned>(words)), {}};
  model::StateHash state(path, begin);
  for (size_t i = begin; i < path.size(); ++i) {
    auto position = static_cast<model::Position>(i);
    bool is_known = i < asked;
    expansion.states.push_back(is_known ? 0 : state.value() | 1);
    expansion.origin->add(
        {path.hash_at(i), path[position].alternatives, !is_known, takes_away(path, position, turns[i])},
        path.enabled(position));
    state.advance();
  }
  // Threads that could go round for ever could do something else as well.
  if (execution.outcome == Outcome::Livelock) {
    std::vector<uint64_t> enabled(words);
    for (const Unfinished& thread : execution.unfinished)
      if (thread.enabled) enabled[thread.next.thread / 64] |= uint64_t{1} << (thread.next.thread % 64);
    expansion.states.push_back(state.value() | 1);
    expansion.origin->add({path.hash(), 1, true, false}, enabled);
  }
  return expansion;
}

// Under the lock. From a state that is known, the policy goes on as it did then.
void Deepening::merge(const Part& part, Expansion&& expansion) {
  uint32_t end = expansion.origin->begin();
  for (uint64_t state : expansion.states) {
    if (state != 0) {
      auto [place, is_new] = states_.try_emplace(state, part.cost);
      if (!is_new && place->second <= part.cost) break;
      place->second = part.cost;
    }
    ++end;
  }
  expansion.origin->cut(end);
  waiting_.add(std::move(expansion.origin), part.cost);
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
  drop_empty_costs();
  return end_;
}

std::string Deepening::save() const {
  SavedWriter writer;
  writer.value(counts_);
  writer.count(states_.size());
  for (const auto& [state, cost] : states_) {
    writer.value(state);
    writer.value(cost);
  }
  waiting_.save(writer);
  return writer.take();
}

bool Deepening::restore(std::string_view state) {
  SavedReader reader(state);
  counts_ = reader.value<Counts>();
  asked_ = counts_.executions;
  for (size_t left = reader.count(16); left > 0 && !reader.failed(); --left) {
    auto hash = reader.value<uint64_t>();
    states_[hash] = reader.value<uint64_t>();
  }
  return waiting_.restore(reader) && reader.finished();
}

}  // namespace

DeepeningResult deepen(std::span<Target* const> targets, const DeepeningOptions& options, Observer& observer,
                       std::vector<SharedLocation> shared) {
  DeepeningResult result;
  result.shared = std::move(shared);
  for (;;) {
    for (Target* target : targets) target->share(result.shared);
    auto search = std::make_unique<Deepening>(targets, options, observer);
    Deepening& deepening = *search;
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
    // To write it takes as long again, and as much memory.
    bool is_limited = result.end == End::TimeLimit || result.end == End::ExecutionLimit;
    if (result.end == End::Interrupted || (is_limited && options.keeps_state)) result.state = deepening.save();
    if (result.end != End::Restart) {
      abandon_if_late(std::move(search), options.stop);
      return result;
    }
    result.shared.insert(result.shared.end(), deepening.found().begin(), deepening.found().end());
    result.restarts++;
    observer.on_restart(result.shared);
    // A program may show further locations for as long as it is looked at.
    bool is_stopped = options.stop != nullptr && *options.stop != End::Complete;
    bool is_late = options.deadline && std::chrono::steady_clock::now() >= *options.deadline;
    if (!is_stopped && !is_late) continue;
    result.end = is_stopped ? options.stop->load() : End::TimeLimit;
    result.counts = {};
    result.left_out = result.explored_below = 0;
    return result;
  }
}

}  // namespace selvage::explore
