#include "explore/search.h"

#include <algorithm>
#include <condition_variable>
#include <exception>
#include <mutex>
#include <new>
#include <stdexcept>
#include <thread>

#include "explore/abandon.h"
#include "explore/course.h"
#include "explore/guards.h"
#include "explore/sections.h"
#include "explore/team.h"

namespace selvage::explore {

namespace {

using Clock = std::chrono::steady_clock;

// Where cycles are looked for, the program stops a thread whose causal past leads back to a state of before
// (docs/fairness.md). It computes that past with the whole relation of dependence. A smaller relation would call executions
// equivalent of which one stops the thread and the other one does not; so critical sections are not looked into then.
bool looks_for_cycles(std::span<const SharedLocation> table) {
  return std::ranges::find(table, kManyRounds) != table.end();
}

class Search {
 public:
  Search(const Strategy& strategy, std::span<Target* const> targets, const SearchOptions& options, Observer& observer,
         std::span<const SharedLocation> shared)
      : options_(options),
        // Who takes up what a part leaves goes on with less than it was given: a part takes in its first batch as a whole, however
        // short its slice.
        course_(options.max_executions, options.stop, options.is_divided ? options.ended : options.interrupted),
        guards_(shared),
        commuting_(options.commuting, shared),
        sections_({options.sections && !looks_for_cycles(shared), commuting_.looks_into_blocks(), options.is_divided},
                  shared),
        team_(strategy.make_team({targets, std::max<size_t>(1, options.batch), course_, observer,
                                  options.sections ? &guards_ : nullptr, &sections_,
                                  commuting_.any() ? &commuting_ : nullptr,
                                  options.predicts && sections_.any_unsteady(), !options.keeps_state})),
        told_(targets.size()) {}

  bool resume(std::string_view state);
  void begin() { team_->begin(); }
  // Explores until the end, or until something ends it.
  const Course& run();
  double share_done() const;
  Counts counts() const;
  std::vector<SectionSeen> sections() { return sections_.seen(); }
  void add_orders(SearchResult& result) const;
  // After an end before the end: what can be gone on from.
  std::string save();

 private:
  void work(size_t index);
  // False: there is nothing to do any more.
  bool provide(Worker& worker);
  void look_at_limits();
  void work_beside();
  void report_progress(size_t index);
  void look_ahead(size_t index);
  void checkpoint_if_due();
  void stand_still();
  void stop_all();
  // Everybody but the caller's worker stands still, or has nothing to do.
  bool everybody_rests() const { return resting_ + out_of_work_ + 1 == team_->size(); }

  const SearchOptions& options_;
  Course course_;
  Guards guards_;
  Commuting commuting_;
  Sections sections_;
  std::unique_ptr<Team> team_;
  SavedSums before_;  // what was done before it was resumed

  std::condition_variable changed_;  // with the team's lock
  std::atomic<size_t> out_of_work_ = 0;
  std::atomic<bool> pausing_ = false;
  size_t resting_ = 0;
  // What a worker tells of itself, for the progress line.
  struct Told {
    std::atomic<double> share_done = 0;
    std::atomic<uint64_t> done = 0;
    std::atomic<double> least = 0, likely = 0, most = 0;
    std::atomic<bool> is_left_known = false;
    Clock::duration looked_ahead{};  // by the worker itself
  };
  std::vector<Told> told_;
  Clock::time_point begin_ = Clock::now();
  Clock::time_point next_progress_ = Clock::now();
  Clock::time_point next_checkpoint_ = Clock::now() + std::chrono::seconds(1);
};

void Search::stop_all() {
  auto lock = team_->lock();
  changed_.notify_all();
}

bool Search::provide(Worker& worker) {
  auto lock = team_->lock();
  worker.supply(out_of_work_.load(std::memory_order_relaxed) > 0);
  if (worker.has_fed_others()) changed_.notify_all();
  while (!worker.has_work() && !course_.is_over()) {
    out_of_work_++;
    // The last one without work puts out the light.
    if (out_of_work_ == team_->size() && !team_->has_ready()) {
      if (team_->has_pending()) throw std::logic_error("The search has branches left that nobody may take.");
      std::vector<SharedLocation> unsteady = sections_.all_unsteady();
      unsteady.empty() ? course_.finish(End::Complete) : course_.find(unsteady);
    }
    changed_.notify_all();
    changed_.wait(lock, [&] { return course_.is_over() || (!pausing_ && team_->has_ready()); });
    out_of_work_--;
    worker.supply(false);
  }
  return !course_.is_over();
}

void Search::stand_still() {
  if (!pausing_.load(std::memory_order_relaxed)) return;
  auto lock = team_->lock();
  resting_++;
  changed_.notify_all();
  changed_.wait(lock, [&] { return !pausing_ || course_.is_over(); });
  resting_--;
}

std::optional<End> limit_reached(const SearchOptions& options) {
  End stop = options.stop ? options.stop->load() : End::Complete;
  // Workers may have let go of a task by then (Equipment::ends_for_good), so that no search can go on from this state.
  if (stop != End::Complete && !options.keeps_state) return stop;
  if (options.interrupted && *options.interrupted) return End::Interrupted;
  if (options.ended && *options.ended) return End::Interrupted;
  if (stop != End::Complete) return stop;
  if (options.deadline && Clock::now() >= *options.deadline) return End::TimeLimit;
  return std::nullopt;
}

void Search::look_at_limits() {
  if (std::optional<End> end = limit_reached(options_)) course_.finish(*end);
}

void Search::work_beside() {
  for (Beside came = Beside::More; came == Beside::More && options_.beside && !course_.is_over();) {
    came = options_.beside();
    if (came == Beside::Found) course_.finish(End::Stopped);
    look_at_limits();
  }
}

// In small portions, so that all that has to be looked at in between is.
void Search::look_ahead(size_t index) {
  constexpr std::chrono::milliseconds kPortion(2);
  Told& told = told_[index];
  auto allowed = std::chrono::duration_cast<Clock::duration>((Clock::now() - begin_) * options_.look_ahead);
  if (told.looked_ahead + kPortion < allowed) {
    Clock::time_point begin = Clock::now();
    team_->worker(index).look_ahead(std::min<Clock::duration>(allowed - told.looked_ahead, 10 * kPortion));
    told.looked_ahead += Clock::now() - begin;
  }
  std::optional<LeftRange> left = team_->worker(index).left();
  told.is_left_known = left.has_value();
  if (!left) return;
  told.least = left->least;
  told.likely = left->likely;
  told.most = left->most;
}

void Search::report_progress(size_t index) {
  told_[index].share_done.store(team_->worker(index).share_done(), std::memory_order_relaxed);
  told_[index].done.store(team_->worker(index).done(), std::memory_order_relaxed);
  if (options_.look_ahead > 0) look_ahead(index);
  if (index != 0 || !options_.on_progress) return;
  Clock::time_point now = Clock::now();
  if (now < next_progress_) return;
  next_progress_ = now + std::chrono::milliseconds(100);
  team_->worker(0).join_observers();
  Progress progress{.executions = course_.executions(),
                    .share_done = before_.share_done,
                    .seconds = std::chrono::duration<double>(now - begin_).count()};
  LeftRange left;
  bool is_known = options_.look_ahead > 0;
  for (const Told& told : told_) {
    progress.share_done += told.share_done;
    progress.done += told.done;
    is_known &= told.is_left_known;
    left = {left.least + told.least, left.likely + told.likely, left.most + told.most};
  }
  if (is_known) progress.left = left;
  options_.on_progress(progress);
}

void Search::checkpoint_if_due() {
  if (!options_.on_checkpoint || Clock::now() < next_checkpoint_) return;
  auto lock = team_->lock();
  pausing_ = true;
  changed_.wait(lock, [&] { return everybody_rests() || course_.is_over(); });
  if (!course_.is_over()) {
    for (size_t i = 0; i < team_->size(); i++) team_->worker(i).join_observers();
    next_checkpoint_ = Clock::now() + options_.on_checkpoint(save());
  }
  pausing_ = false;
  changed_.notify_all();
}

void Search::work(size_t index) {
  Worker& worker = team_->worker(index);
  try {
    while (provide(worker)) {
      bool is_done = worker.run_batch();
      look_at_limits();
      if (!is_done) course_.finish(End::Interrupted);
      if (index == 0 && worker.has_work()) work_beside();
      report_progress(index);
      index == 0 ? checkpoint_if_due() : stand_still();
    }
  } catch (const std::bad_alloc&) {
    course_.finish(End::MemoryLimit);
  } catch (...) {
    course_.fail(std::current_exception());
  }
  look_at_limits();
  stop_all();
}

const Course& Search::run() {
  std::vector<std::thread> threads;
  if (options_.beside) course_.meanwhile([this] { work_beside(); });
  for (size_t i = 1; i < team_->size(); i++) threads.emplace_back([this, i] { work(i); });
  work(0);
  for (std::thread& thread : threads) thread.join();
  if (course_.failure()) std::rethrow_exception(course_.failure());
  for (size_t i = 0; i < team_->size(); i++) team_->worker(i).join_observers();
  return course_;
}

Counts Search::counts() const {
  Counts sum = before_.counts;
  for (size_t i = 0; i < team_->size(); i++) sum += team_->worker(i).counts();
  return sum;
}

double Search::share_done() const {
  double share = before_.share_done;
  for (size_t i = 0; i < team_->size(); i++) share += team_->worker(i).share_done();
  return share;
}

void Search::add_orders(SearchResult& result) const {
  result.orders.clear();
  result.all_orders = 0;
  for (size_t i = 0; i < team_->size(); i++) {
    const OrderCounts* orders = team_->worker(i).orders();
    if (orders == nullptr) continue;
    result.all_orders += orders->total();
    orders->add_to(result.orders);
  }
  std::ranges::sort(result.orders, std::ranges::greater(), &OrderCount::count);
}

std::string Search::save() { return sections_.save() + team_->save({counts(), share_done()}); }

bool Search::resume(std::string_view state) {
  if (!sections_.restore(state)) return false;
  if (!team_->restore(state, before_)) return false;
  course_.resume_with(before_.counts);
  return true;
}

}  // namespace

SearchResult search(const Strategy& strategy, std::span<Target* const> targets, const SearchOptions& options,
                    Observer& observer, std::vector<SharedLocation> shared) {
  SearchResult result;
  result.shared = std::move(shared);
  std::unique_ptr<Strategy> for_signals = strategy.for_signals();
  for (;;) {
    for (Target* target : targets) target->share(result.shared);
    bool is_replaced = for_signals && calls_for_source(result.shared);
    auto begun =
        std::make_unique<Search>(is_replaced ? *for_signals : strategy, targets, options, observer, result.shared);
    Search& search = *begun;
    bool resumes = result.restarts == 0 && !options.resume.empty();
    if (resumes && !search.resume(options.resume)) {
      result.resumed = false;
      return result;
    }
    if (!resumes) search.begin();
    const Course& course = search.run();
    result.counts = search.counts();
    result.share_done = search.share_done();
    search.add_orders(result);
    result.end = course.end();
    result.suspect = course.suspect();
    if (options.is_divided) result.sections = search.sections();
    bool is_limited = result.end == End::TimeLimit || result.end == End::ExecutionLimit;
    if (result.end == End::Interrupted || (is_limited && options.keeps_state)) {
      result.state = search.save();
      if (options.on_early_end) options.on_early_end(result.end, result.state);
    }
    if (result.end != End::Restart) {
      abandon_if_late(std::move(begun), options.stop);
      return result;
    }
    result.shared.insert(result.shared.end(), course.found().begin(), course.found().end());
    // The program does not wait for assumptions then, whichever the reason.
    bool is_told = std::ranges::find(result.shared, kThreadsSignal) != result.shared.end();
    if (calls_for_source(result.shared) && !is_told) result.shared.push_back(kThreadsSignal);
    if (!options.starts_over) return result;
    result.restarts++;
    observer.on_restart(result.shared);
    // A program may show further locations for as long as it is looked at.
    if (std::optional<End> end = limit_reached(options)) {
      result.counts = {};
      result.share_done = 0;
      result.sections.clear();
      result.end = *end;
      if (options.on_early_end) options.on_early_end(result.end, result.state);
      return result;
    }
  }
}

}  // namespace selvage::explore
