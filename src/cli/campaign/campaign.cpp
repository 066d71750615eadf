#include "cli/campaign/campaign.h"

#include <fmt/format.h>

#include <algorithm>
#include <exception>
#include <iterator>
#include <numeric>
#include <thread>
#include <unordered_set>

#include "cli/campaign/job_runner.h"
#include "cli/check/search_watch.h"
#include "cli/deadline.h"
#include "cli/interrupt.h"
#include "cli/text.h"
#include "contract/chosen_points.h"
#include "explore/estimate.h"
#include "explore/guards.h"
#include "explore/sections.h"
#include "explore/strategy.h"

namespace selvage::cli {
namespace {

using campaign::Job;
using campaign::JobStatus;
using campaign::Points;
using explore::End;

// What searches over sets of points get while the search of everything is expected to take more than this part of the rest.
constexpr double kSoon = 0.25;
constexpr double kShareBesideEverything = 0.25;
constexpr double kSlicesInBudget = 40, kShortestSlice = 0.1, kLongestSlice = 1;
// Processes have to be started first.
constexpr double kShortestJobSlice = 0.25;
// Drawn at the very first: what is shared is known sooner, and bugs that any strategy finds are.
constexpr uint64_t kFirstDraws = 64;
// Fewer soundings do not say how far off they are.
constexpr uint64_t kLeastSoundings = 4;
constexpr double kMostError = 0.5;  // of the estimate
constexpr double kEstimateShare = 0.02;
// Those of a search by preemptions take memory, and time at the beginning of each slice.
constexpr size_t kMostBytes = size_t{256} << 20;

double seconds_between(std::chrono::steady_clock::time_point begin, std::chrono::steady_clock::time_point end) {
  return std::chrono::duration<double>(end - begin).count();
}

// Entries that mean the same to every search.
bool is_seen_by_all(SharedLocation entry) {
  return entry < kSharingGranule || entry % kSharingGranule == 0 || is_chosen_entry(entry);
}

// Returns how many were missing.
size_t add_missing(std::vector<SharedLocation>& table, const std::vector<SharedLocation>& others) {
  std::unordered_set<SharedLocation> known(table.begin(), table.end());
  size_t before = table.size();
  std::ranges::copy_if(others, std::back_inserter(table), [&](SharedLocation entry) { return !known.contains(entry); });
  return table.size() - before;
}

}  // namespace

Campaign::Campaign(const Tools& tools, Examination& examination)
    : tools_(tools),
      examination_(examination),
      journal_(tools.journal, Points::All, tools.shared, tools.agreement),
      jobs_({Points::Minimal, Points::Lock, Points::Unlock, Points::LockUnlock, Points::Synchronisation, Points::All},
            tools.options.race_candidates) {
  uint64_t seed = tools_.options.seed.value_or(0);
  struct Kind {
    const char* name;
    uint32_t depth;
  };
  for (Kind kind : {Kind{"pos", 0}, {"pct", 2}, {"surw", 0}, {"pct", 3}, {"novelty", 0}, {"random", 0}, {"pct", 5}}) {
    drawn_.push_back({.name = kind.name,
                      .depth = kind.depth,
                      .sampler = sample::make_sampler(kind.name, {.seed = seed, .depth = kind.depth}),
                      .coverage = {}});
  }
  for (const auto& program : tools_.programs)
    explored_.push_back(std::make_unique<ExploredProgram>(*program, &tools_.agreement, tools_.stacks));
  explored_.back()->keep_places();
}

double Campaign::elapsed() const { return already_spent_ + seconds_between(begin_, Clock::now()); }

bool Campaign::is_over() const {
  return stopped_ || everything_explored_ || interrupted() || tools_.launcher.limits().is_reached() ||
         !suspect_.empty() || examination_.unmodelled() || seconds_left() <= 0;
}

Campaign::Clock::time_point Campaign::until(double seconds) const {
  seconds = std::clamp(seconds, 0.0, std::max(seconds_left(), 0.0));
  return after(seconds);
}

// With suppressions, what is suppressed is shown as well, for which all searches need one table of shared locations.
bool Campaign::looks_into_sections() const { return !tools_.options.restricts_points() && tools_.judge == nullptr; }

std::vector<explore::Target*> Campaign::own_targets() {
  if (own_programs_.empty()) {
    Configuration configuration = make_configuration(tools_.options);
    for (size_t i = 0; i < tools_.programs.size(); ++i) {
      own_programs_.push_back(tools_.launcher.make_target(configuration));
      own_programs_.back()->thread_paths().adopt(tools_.agreement.paths());
      own_programs_.back()->start();
      explored_.push_back(std::make_unique<ExploredProgram>(*own_programs_.back(), &tools_.agreement, tools_.stacks));
      explored_.back()->keep_places();
    }
  }
  std::vector<explore::Target*> result;
  for (size_t i = tools_.programs.size(); i < explored_.size(); ++i) result.push_back(explored_[i].get());
  return result;
}

// Processes that a thread of an earlier slice started went with it: they are started again here.
std::vector<explore::Target*> Campaign::targets() {
  std::vector<explore::Target*> result;
  for (size_t i = 0; i < tools_.programs.size(); ++i) {
    explored_[i]->share(tools_.shared);
    result.push_back(explored_[i].get());
  }
  return result;
}

Examination Campaign::part() {
  Examination part(tools_.options.properties, tools_.options.keep_going, tools_.judge);
  part.go_on_with(tools_.shared.size());
  part.tell(&journal_);
  return part;
}

void Campaign::take_over(Examination& part) {
  size_t before = examination_.findings().size();
  examination_.join(part);
  bool found = examination_.findings().size() > before;
  stopped_ |= found && !tools_.options.keep_going;
}

double Campaign::seconds_spent() const { return std::accumulate(std::begin(spent_), std::end(spent_), 0.0); }

Campaign::Activity Campaign::choose() const {
  const Job& everything = jobs_.everything();
  bool may_finish = everything.eta < campaign::JobQueue::kEtaFactor * seconds_left();
  bool comes_first = seconds_spent() < kFirstShare * tools_.options.max_seconds;
  bool finishes_soon = everything.eta < kSoon * seconds_left();
  // Searches over sets of points may be through sooner, and show the same.
  double share_of_jobs = may_finish && !finishes_soon ? kShareBesideEverything : 0;
  bool jobs_are_due = jobs_.next({}, seconds_left()) && spent_of(Activity::Job) < share_of_jobs * seconds_spent();
  if (everything.is_open() && (comes_first || (may_finish && !jobs_are_due))) return Activity::Everything;
  if (everything.is_open() && may_finish) return Activity::Job;
  auto part_of_share = [&](Activity activity) { return spent_of(activity) / kShares[static_cast<size_t>(activity)]; };
  std::optional<Activity> best;
  for (Activity activity : {Activity::Job, Activity::Deepening, Activity::Drawing}) {
    if (activity == Activity::Deepening && deepening_over_) continue;
    if (activity == Activity::Job && !jobs_.next({}, seconds_left())) continue;
    if (!best || part_of_share(activity) < part_of_share(*best)) best = activity;
  }
  return *best;
}

void Campaign::run_slice(double seconds) {
  Clock::time_point begin = Clock::now();
  Activity activity = choose();
  switch (activity) {
    case Activity::Everything:
      run_everything(seconds);
      break;
    case Activity::Job:
      run_jobs(seconds);
      break;
    case Activity::Deepening:
      run_deepening(3 * seconds);
      break;
    default:
      run_drawing(drawn_[next_drawn_++ % drawn_.size()], seconds / 2);
      break;
  }
  spent_[static_cast<size_t>(activity)] += seconds_between(begin, Clock::now());
}

void Campaign::note_size(size_t number, double size) {
  if (sizes_.size() <= number) sizes_.resize(number + 1);
  if (size > 0) sizes_[number] = size;
}

void Campaign::note_progress(size_t number, const explore::SearchResult& found, double seconds) {
  Job& job = jobs_.jobs()[number];
  job.seconds += seconds;
  job.executions = found.counts.executions;
  job.shared = found.shared;
  job.state = found.state;
  job.status = JobStatus::Suspended;
  note_size(number, 0);
  // What a depth-first search says of itself is far too high as long as most of it is left: soundings know better, unless
  // they are proved wrong.
  auto done = static_cast<double>(job.executions);
  job.share = sizes_[number] > done ? done / sizes_[number] : 0;
  // Of what is not known to be nearly done, half is left, as a rule.
  job.eta = job.share > 0         ? job.seconds * (1 - job.share) / job.share
            : job.is_everything() ? Job::kUnknown
                                  : job.seconds;
}

// How large the search of everything is, as far as soundings tell. It has begun.
void Campaign::estimate(double seconds) {
  Clock::time_point deadline = until(seconds);
  is_estimated_ = true;
  std::vector<SharedLocation> shared = jobs_.everything().shared;
  std::vector<explore::Target*> all = own_targets();
  all.front()->share(shared);
  JournalPart journal(tools_.journal, Points::All, shared, tools_.agreement);
  Examination own(tools_.options.properties, tools_.options.keep_going, tools_.judge);
  own.go_on_with(shared.size());
  own.tell(&journal);
  SearchWatch watch(own, shared);
  explore::Guards guards(shared);
  explore::SizeEstimate found = explore::estimate_size(
      *all.front(), UINT64_MAX, tools_.options.seed.value_or(0), watch,
      [&] { return Clock::now() < deadline && !interrupted() && !tools_.launcher.limits().is_reached(); }, &guards,
      &tools_.launcher.limits().stop(), &interrupted());
  take_findings(Points::All, shared, own);
  bool is_reliable = found.soundings >= kLeastSoundings && found.error < kMostError * found.executions;
  if (is_reliable && found.end != End::Restart) note_size(number_of_everything(), found.executions);
}

size_t Campaign::number_of_everything() const { return static_cast<size_t>(&jobs_.everything() - jobs_.jobs().data()); }

// As many as there are workers; the search of everything has them all for itself.
std::vector<size_t> Campaign::choose_jobs() {
  size_t everything = number_of_everything();
  std::vector<size_t> chosen;
  for (size_t i = 0; i < tools_.programs.size(); ++i) {
    std::optional<size_t> last;
    if (i < last_jobs_.size()) last = last_jobs_[i];
    std::optional<size_t> next = jobs_.next(last, kShareOfJobs * seconds_left(), chosen);
    if (!next) break;
    if (*next == everything) {
      if (chosen.empty()) return {everything};
      break;
    }
    chosen.push_back(*next);
  }
  return chosen;
}

void Campaign::run_jobs(double seconds) {
  std::vector<size_t> chosen = choose_jobs();
  last_jobs_ = chosen;
  if (jobs_.jobs()[chosen.front()].is_everything()) return run_everything(seconds);
  std::vector<std::unique_ptr<JobRunner>> runners;
  JobRunner::Tools tools{tools_.launcher, tools_.options, tools_.agreement,
                         tools_.stacks,   tools_.judge,   tools_.journal};
  size_t left_over = tools_.programs.size() - chosen.size();
  for (size_t number : chosen) {
    size_t workers = number == chosen.front() ? 1 + left_over : 1;
    runners.push_back(std::make_unique<JobRunner>(tools, jobs_.jobs()[number], tools_.shared, workers));
  }
  Clock::time_point deadline = until(std::max(seconds, kShortestJobSlice));
  std::vector<std::thread> threads;
  for (size_t i = 1; i < runners.size(); ++i) threads.emplace_back([&, i] { runners[i]->run(deadline); });
  runners.front()->run(deadline);
  for (std::thread& thread : threads) thread.join();
  // One that had no time to start must not hide what others have found.
  std::exception_ptr failure;
  for (size_t i = 0; i < runners.size(); ++i) {
    try {
      end_job(chosen[i], runners[i]->take(), runners[i]->examination());
    } catch (...) {
      if (!failure) failure = std::current_exception();
    }
  }
  if (failure) std::rethrow_exception(failure);
}

void Campaign::run_everything(double seconds) {
  Job& job = jobs_.everything();
  std::vector<SharedLocation> shared = looks_into_sections() ? job.shared : tools_.shared;
  if (!looks_into_sections() && job.shared.size() != shared.size()) job.state.clear();
  // Others may have found locations meanwhile that it did not know of.
  if (add_missing(shared, tools_.shared) != 0) {
    job.state.clear();
    everything_cut_ = 0;
  }
  JournalPart journal(tools_.journal, Points::All, shared, tools_.agreement);
  Examination own(tools_.options.properties, tools_.options.keep_going, tools_.judge);
  own.go_on_with(shared.size());
  own.tell(&journal);
  std::vector<explore::Target*> all = own_targets();
  Clock::time_point begin = Clock::now();
  explore::SearchOptions options;
  options.deadline = until(seconds);
  options.interrupted = &interrupted();
  options.stop = &tools_.launcher.limits().stop();
  options.resume = job.state;
  options.sections = looks_into_sections();
  SearchWatch watch(own, shared);
  auto strategy = explore::make_strategy(tools_.options.restricts_points() ? "source" : "optimal");
  explore::SearchResult found = explore::search(*strategy, all, options, watch, shared);
  note_progress(number_of_everything(), found, seconds_between(begin, Clock::now()));
  transitions_ += found.counts.transitions;
  if (found.restarts > 0) everything_cut_ = 0;
  everything_cut_ += own.counts().of(Outcome::StepLimit);
  end_everything(found);
  if (!looks_into_sections()) {
    tools_.shared = found.shared;
    return take_over(own);
  }
  // What is guarded by a mutex is known to this search only, which goes on looking whether it is.
  std::vector<SharedLocation> seen;
  std::ranges::copy_if(found.shared, std::back_inserter(seen), is_seen_by_all);
  add_missing(tools_.shared, seen);
  take_findings(Points::All, found.shared, own);
}

void Campaign::end_everything(const explore::SearchResult& found) {
  if (found.end == End::NotDeterministic) {
    suspect_ = found.suspect;
    jobs_.everything().status = JobStatus::Cancelled;
  } else if (found.end == End::Complete) {
    everything_explored_ = true;
    unfollowed_ =
        explore::calls_for_source(found.shared) || tools_.options.restricts_points() ? 0 : found.counts.infeasible;
    jobs_.complete(number_of_everything());
  }
}

void Campaign::end_job(size_t number, const JobRunner::Result& result, Examination& own) {
  const explore::SearchResult& found = result.search;
  Job& job = jobs_.jobs()[number];
  // Another one that ended in the same slice has made it superfluous.
  bool was_open = job.is_open();
  JobStatus before = job.status;
  note_size(number, result.size);
  note_progress(number, found, result.seconds);
  transitions_ += found.counts.transitions;
  if (!was_open) job.status = before;
  // Source sets go on from what could not be followed. What was cut off was not explored.
  bool is_whole = own.counts().of(Outcome::StepLimit) == 0 && own.counts().of(Outcome::Stuck) == 0;
  if (found.end == End::NotDeterministic || !is_whole) job.status = JobStatus::Cancelled;
  bool is_complete = found.end == End::Complete && is_whole;
  if (take_findings(job.set.points, found.shared, own)) jobs_.fail(number);
  jobs_.add_candidates(number, result.candidates);
  if (is_complete && jobs_.jobs()[number].status != JobStatus::Failed) jobs_.complete(number);
  // Where data races are looked for, an access that happens-before leaves open is one: others have to find and show it.
  bool may_conclude =
      !tools_.options.properties.contains(check::Property::Race) || !jobs_.candidates().has_by_happens_before();
  if (is_complete && may_conclude && jobs_.is_saturated() && point_findings_.empty()) {
    everything_explored_ = true;
    everything_cut_ = 0;
  }
}

// A thread that waits for others without a preemption point runs for ever there, and only there.
bool Campaign::shows_by_itself(Points points, const check::Finding& finding) {
  return points == Points::All || finding.kind != check::FindingKind::Stuck;
}

// What was found with another table of shared locations than the one that all have in common, or with fewer points. Counts
// and what is suppressed go to the examination as usual.
bool Campaign::take_findings(Points points, const std::vector<SharedLocation>& shared, Examination& own) {
  bool found = false;
  for (const check::Finding& finding : own.findings()) {
    if (!shows_by_itself(points, finding)) continue;
    add_finding({points, finding, shared});
    found = true;
  }
  Examination counted(tools_.options.properties, tools_.options.keep_going);
  counted.resume(own.counts(), {}, {}, 0);
  examination_.join(counted);
  return found;
}

void Campaign::add_finding(PointFinding found) {
  auto is_same = [&](const check::Finding& other) {
    return other.kind == found.finding.kind && other.identity == found.finding.identity;
  };
  bool is_known = std::ranges::any_of(point_findings_, is_same, &PointFinding::finding) ||
                  std::ranges::any_of(examination_.findings(), is_same);
  if (is_known) return;
  point_findings_.push_back(std::move(found));
  stopped_ |= !tools_.options.keep_going;
}

void Campaign::take_over(const std::vector<JournalEntry>& found) {
  for (const JournalEntry& entry : found) add_finding({entry.points, entry.finding, entry.shared});
}

void Campaign::run_deepening(double seconds) {
  if (deepening_shared_ != tools_.shared.size()) {
    deepening_state_.clear();
    explored_below_ = 0;
  }
  std::vector<explore::Target*> all = targets();
  Examination own = part();
  SearchWatch watch(own, tools_.shared);
  explore::DeepeningOptions options;
  options.deadline = until(seconds);
  options.interrupted = &interrupted();
  options.stop = &tools_.launcher.limits().stop();
  options.resume = deepening_state_;
  options.max_bytes = kMostBytes;
  explore::DeepeningResult found = explore::deepen(all, options, watch, tools_.shared);
  transitions_ += found.counts.transitions;
  tools_.shared = found.shared;
  deepening_shared_ = tools_.shared.size();
  deepening_state_ = found.state;
  deepening_executions_ = found.counts.executions;
  if (found.end != End::Stopped && found.end != End::NotDeterministic) explored_below_ = found.explored_below;
  if (found.end == End::Complete && found.left_out == 0) everything_explored_ = true;
  if (found.end == End::NotDeterministic) suspect_ = found.suspect;
  deepening_over_ = found.end != End::TimeLimit && found.end != End::Interrupted;
  take_over(own);
}

void Campaign::run_drawing(Drawn& drawn, double seconds, uint64_t most) {
  std::vector<target::ProgramTarget*> programs;
  targets();
  for (const auto& program : tools_.programs) programs.push_back(program.get());
  if (drawn.shared_count != tools_.shared.size()) drawn.sampler->forget_steps();
  Sampling sampling{*drawn.sampler, drawn.coverage, tools_.shared, std::move(drawn.found), {}};
  SamplingOptions options;
  options.first = drawn.next;
  options.max_executions = most;
  options.deadline = until(seconds);
  options.stop = &tools_.launcher.limits().stop();
  options.stacks = tools_.stacks;
  Examination own = part();
  uint64_t before = examination_.counts().executions;
  SamplingResult result = cli::sample(programs, options, sampling, tools_.agreement, own, [](uint64_t) {});
  // By the number that a finding of it gets.
  for (auto& [number, draw] : sampling.unrecorded) unrecorded_.emplace(before + number - drawn.next, draw);
  transitions_ += own.counts().transitions;
  drawn.next = result.next;
  drawn.found = std::move(sampling.found);
  drawn.shared_count = tools_.shared.size();
  take_over(own);
}

std::string Campaign::progress_line() const {
  std::string text =
      progress_text(examination_.counts().executions, examination_.findings().size() + point_findings_.size(),
                    seconds_between(begin_, Clock::now()));
  if (explored_below_ > 0) text += fmt::format(", all with {}", counted(explored_below_ - 1, "preemption"));
  const Job& everything = jobs_.everything();
  if (everything.share > 0) text += share_text(everything.share, everything.seconds);
  return text;
}

void Campaign::run(CheckResult& result, const std::function<void()>& write) {
  begin_ = Clock::now();
  try {
    if (attached_) go_on_on_cluster();
    run_slices(write);
  } catch (const cluster::Interrupted&) {
    // Nobody wants to wait for a broker that is away.
  } catch (const target::Error& error) {
    // The budget ended while a program was starting.
    if (error.exit_code() != target::ExitCode::BudgetEnded) throw;
  }
  leave_cluster();
  write();
  conclude(result);
}

void Campaign::run_slices(const std::function<void()>& write) {
  Progress progress(tools_.options.quiet);
  CheckpointClock clock;
  // What is found from here on needs something to be resumed with.
  write();
  double slice = std::clamp(tools_.options.max_seconds / kSlicesInBudget, kShortestSlice, kLongestSlice);
  if (drawn_.front().next == 0) run_drawing(drawn_.front(), slice, kFirstDraws);
  size_t written = 0;
  // One that is killed again and again comes on all the same: the first slices are short, and each is written down.
  double first = kShortestSlice;
  while (!is_over()) {
    double seconds = std::min(first, slice);
    tools_.cluster == nullptr ? run_slice(seconds) : run_slice_on_cluster(seconds);
    bool has_begun = jobs_.everything().status == JobStatus::Suspended;
    if (!is_estimated_ && has_begun && looks_into_sections() && !is_over() && tools_.cluster == nullptr)
      estimate(kEstimateShare * tools_.options.max_seconds);
    size_t findings = examination_.findings().size() + point_findings_.size();
    if (findings > written || first < slice) {
      written = findings;
      write();
    }
    first *= 2;
    clock.tick(write);
    if (progress.due()) progress.show(progress_line());
  }
}

void Campaign::conclude(CheckResult& result) const {
  result.transitions = transitions_;
  result.unfollowed = unfollowed_;
  if (everything_explored_) result.cut_off = everything_cut_;
  bool is_out_of_memory = tools_.launcher.limits().stop() == End::MemoryLimit;
  result.end = interrupted()          ? End::Interrupted
               : stopped_             ? End::Stopped
               : everything_explored_ ? End::Complete
               : is_out_of_memory     ? End::MemoryLimit
                                      : End::TimeLimit;
  if (explored_below_ > 0) result.explored_cost = explored_below_ - 1;
  for (const Job& job : jobs_.jobs())
    result.jobs.push_back({campaign::points_name(job.set), job.status, job.executions, job.share,
                           job.status == JobStatus::Suspended ? job.eta : 0, job.set.sites.size(), job.is_maximal});
  campaign::RaceCandidates candidates = jobs_.candidates();
  for (const auto& [sites, candidate] : candidates.all())
    result.candidates.push_back({sites.one, sites.other, candidate,
                                 everything_explored_ || jobs_.is_harmless(sites) ? CandidateStatus::Harmless
                                 : jobs_.is_harmful(sites)                        ? CandidateStatus::Harmful
                                                                                  : CandidateStatus::Open});
  uint64_t seed = tools_.options.seed.value_or(0);
  for (const Drawn& drawn : drawn_) {
    if (drawn.next == 0) continue;
    std::string name = drawn.depth == 0 ? drawn.name : fmt::format("{} of depth {}", drawn.name, drawn.depth);
    result.sampled.push_back(sampled_part(name, seed, *drawn.sampler, drawn.coverage));
  }
}

}  // namespace selvage::cli
