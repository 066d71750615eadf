#include "cli/campaign.h"

#include <fmt/format.h>

#include <algorithm>

#include "cli/interrupt.h"
#include "cli/search_watch.h"
#include "cli/text.h"
#include "explore/estimate.h"
#include "explore/saved.h"
#include "explore/strategy.h"
#include "explore/sections.h"

namespace selvage::cli {
namespace {

using campaign::Job;
using campaign::JobStatus;
using campaign::Points;
using explore::End;

// The search of everything gets so much of the budget before it has to show that it will finish.
constexpr double kFirstShare = 0.2;
// What the others get of the rest: searches over sets of points, the search by preemptions, random strategies.
constexpr double kShares[] = {0.35, 0.25, 0.4};
constexpr double kSlicesInBudget = 40, kShortestSlice = 0.1, kLongestSlice = 5;
// Drawn at the very first: what is shared is known sooner, and bugs that any strategy finds are.
constexpr uint64_t kFirstDraws = 64;
// Fewer walks say nothing about a search's size.
constexpr uint64_t kLeastWalks = 16;
constexpr double kMostError = 0.25;  // of the estimate
constexpr double kEstimateShare = 0.02;
// Those of a search by preemptions take memory, and time at the beginning of each slice.
constexpr uint64_t kMostStates = 4'000'000;

double seconds_between(std::chrono::steady_clock::time_point begin, std::chrono::steady_clock::time_point end) {
  return std::chrono::duration<double>(end - begin).count();
}

}  // namespace

Campaign::Campaign(const Tools& tools, Examination& examination)
    : tools_(tools),
      examination_(examination),
      jobs_({Points::Minimal, Points::Lock, Points::Unlock, Points::LockUnlock, Points::Synchronisation, Points::All}) {
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
}

double Campaign::seconds_left() const { return tools_.options.max_seconds - seconds_between(begin_, Clock::now()); }

bool Campaign::is_over() const {
  return stopped_ || everything_explored_ || interrupted() || !suspect_.empty() || examination_.unmodelled() ||
         seconds_left() <= 0;
}

Campaign::Clock::time_point Campaign::until(double seconds) const {
  seconds = std::clamp(seconds, 0.0, std::max(seconds_left(), 0.0));
  return Clock::now() + std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(seconds));
}

// Processes that a thread of an earlier slice started went with it: they are started again here.
std::vector<explore::Target*> Campaign::targets() {
  std::vector<explore::Target*> result;
  for (auto& program : explored_) {
    program->share(tools_.shared);
    result.push_back(program.get());
  }
  return result;
}

Examination Campaign::part() const {
  Examination part(tools_.options.properties, tools_.options.keep_going, tools_.judge);
  part.go_on_with(tools_.shared.size());
  return part;
}

void Campaign::take_over(Examination& part) {
  size_t before = examination_.findings().size();
  examination_.join(part);
  bool found = examination_.findings().size() > before;
  stopped_ |= found && !tools_.options.keep_going;
}

Campaign::Activity Campaign::choose() const {
  const Job& everything = jobs_.jobs().back();
  double spent = spent_[0] + spent_[1] + spent_[2];
  bool may_finish = everything.eta < campaign::JobQueue::kEtaFactor * seconds_left();
  if (everything.is_open() && (spent < kFirstShare * tools_.options.max_seconds || may_finish)) return Activity::Job;
  std::optional<Activity> best;
  for (size_t i = 0; i < static_cast<size_t>(Activity::Count); ++i) {
    auto activity = static_cast<Activity>(i);
    if (activity == Activity::Deepening && deepening_over_) continue;
    if (activity == Activity::Job && !jobs_.next(last_job_, seconds_left())) continue;
    if (!best || spent_[i] / kShares[i] < spent_[static_cast<size_t>(*best)] / kShares[static_cast<size_t>(*best)])
      best = activity;
  }
  return *best;
}

void Campaign::run_slice(double seconds) {
  Clock::time_point begin = Clock::now();
  Activity activity = choose();
  switch (activity) {
    case Activity::Job: {
      // In the first part of the budget the search of everything is the one that runs.
      size_t everything = jobs_.jobs().size() - 1;
      if (!last_job_) last_job_ = everything;
      std::optional<size_t> next = jobs_.next(last_job_, seconds_left());
      double spent = spent_[0] + spent_[1] + spent_[2];
      if (jobs_.jobs()[everything].is_open() && spent < kFirstShare * tools_.options.max_seconds) next = everything;
      last_job_ = next;
      run_job(*next, seconds);
      break;
    }
    case Activity::Deepening:
      run_deepening(3 * seconds);
      break;
    default:
      run_drawing(drawn_[next_drawn_++ % drawn_.size()], seconds / 2);
      break;
  }
  spent_[static_cast<size_t>(activity)] += seconds_between(begin, Clock::now());
}

void Campaign::search(Job& job, std::span<explore::Target* const> targets, std::vector<SharedLocation>& shared,
                      double seconds, Examination& examination) {
  Clock::time_point begin = Clock::now();
  explore::SearchOptions options;
  options.deadline = until(seconds);
  options.interrupted = &interrupted();
  options.resume = job.state;
  SearchWatch watch(examination, shared);
  auto strategy = explore::make_strategy(job.points == Points::All ? "optimal" : "source");
  last_search_ = explore::search(*strategy, targets, options, watch, shared);
  job.seconds += seconds_between(begin, Clock::now());
  job.executions = last_search_.counts.executions;
  job.shared = last_search_.shared;
  job.state = last_search_.state;
  job.share = last_search_.share_done;
  job.status = JobStatus::Suspended;
  // What a depth-first search says of itself is far too high as long as most of it is left: the walks know better, unless
  // they are proved wrong.
  if (job.points == Points::All) {
    auto done = static_cast<double>(job.executions);
    job.share = size_ > done ? std::min(done / size_, job.share) : 0;
  }
  job.eta = job.share > 0 ? job.seconds * std::max(1 - job.share, 0.0) / job.share : Job::kUnknown;
}

// How large the search of everything is, as far as random walks through it tell.
void Campaign::estimate(double seconds) {
  Clock::time_point deadline = until(seconds);
  for (;;) {
    std::vector<explore::Target*> all = targets();
    Examination own = part();
    SearchWatch watch(own, tools_.shared);
    explore::SizeEstimate found =
        explore::estimate_size(*all.front(), UINT64_MAX, tools_.options.seed.value_or(0), watch,
                               [&] { return Clock::now() < deadline && !interrupted(); });
    take_over(own);
    if (found.end == End::Restart && !found.found.empty() && !is_over() && Clock::now() < deadline) {
      tools_.shared.insert(tools_.shared.end(), found.found.begin(), found.found.end());
      continue;
    }
    bool is_reliable = found.walks >= kLeastWalks && found.error < kMostError * found.executions;
    size_ = is_reliable ? found.executions : 0;
    is_estimated_ = true;
    return;
  }
}

void Campaign::run_job(size_t number, double seconds) {
  Job& job = jobs_.jobs()[number];
  if (job.points == Points::All) {
    Examination own = part();
    // Others may have found locations meanwhile that it did not know of.
    if (job.shared.size() != tools_.shared.size()) {
      job.state.clear();
      everything_cut_ = 0;
    }
    std::vector<explore::Target*> all = targets();
    search(job, all, tools_.shared, seconds, own);
    return end_job(number, last_search_, own);
  }
  CheckOptions options = tools_.options;
  options.points = job.points;
  // A race is known by its places, which accesses between scheduling points are recorded without.
  options.properties.erase(check::Property::Race);
  Examination own(options.properties, options.keep_going, tools_.judge);
  std::vector<std::unique_ptr<target::ProgramTarget>> programs;
  std::vector<std::unique_ptr<ExploredProgram>> explored;
  std::vector<explore::Target*> all;
  Configuration configuration = make_configuration(options);
  for (size_t i = 0; i < tools_.programs.size(); ++i) {
    programs.push_back(tools_.launcher.make_target(configuration, std::min(options.watchdog_seconds, 1.0)));
    programs.back()->thread_paths().adopt(tools_.agreement.paths());
    programs.back()->start();
    explored.push_back(std::make_unique<ExploredProgram>(*programs.back(), &tools_.agreement, tools_.stacks));
    all.push_back(explored.back().get());
  }
  std::vector<SharedLocation> shared = job.state.empty() ? tools_.shared : job.shared;
  own.go_on_with(shared.size());
  search(job, all, shared, seconds, own);
  for (auto& program : programs) program->stop();
  end_job(number, last_search_, own);
}

void Campaign::end_job(size_t number, const explore::SearchResult& found, Examination& own) {
  Job& job = jobs_.jobs()[number];
  transitions_ += found.counts.transitions;
  bool is_everything = job.points == Points::All;
  if (is_everything) {
    if (found.restarts > 0) everything_cut_ = 0;
    everything_cut_ += own.counts().of(Outcome::StepLimit);
  }
  if (found.end == End::NotDeterministic) {
    if (is_everything) suspect_ = found.suspect;
    job.status = JobStatus::Cancelled;
  } else if (found.end == End::Complete) {
    if (is_everything) {
      everything_explored_ = true;
      bool gave_way_to_source = std::ranges::find(found.shared, kThreadsSignal) != found.shared.end() ||
                                std::ranges::find(found.shared, explore::kBlocksDiffer) != found.shared.end();
      unfollowed_ = gave_way_to_source ? 0 : found.counts.infeasible;
    }
    // Source sets go on from what could not be followed. What was cut off was not explored.
    bool whole = own.counts().of(Outcome::StepLimit) == 0 && own.counts().of(Outcome::Stuck) == 0;
    whole || is_everything ? jobs_.complete(number) : void(job.status = JobStatus::Cancelled);
  }
  if (is_everything) return take_over(own);
  // A thread that waits for others without a preemption point runs for ever there, and only there.
  for (const check::Finding& finding : own.findings()) {
    if (finding.kind == check::FindingKind::Stuck) {
      job.status = JobStatus::Cancelled;
      continue;
    }
    auto is_same = [&](const check::Finding& other) {
      return other.kind == finding.kind && other.identity == finding.identity;
    };
    bool known = std::ranges::any_of(point_findings_, is_same, &PointFinding::finding) ||
                 std::ranges::any_of(examination_.findings(), is_same);
    if (known) continue;
    point_findings_.push_back({job.points, finding, found.shared});
    jobs_.fail(number);
    stopped_ |= !tools_.options.keep_going;
  }
  Examination counted(tools_.options.properties, tools_.options.keep_going);
  counted.resume(own.counts(), {}, {}, 0);
  examination_.join(counted);
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
  options.resume = deepening_state_;
  options.max_states = kMostStates;
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
  const Job& everything = jobs_.jobs().back();
  if (everything.share > 0) text += share_text(everything.share, everything.seconds);
  return text;
}

void Campaign::run(CheckResult& result, const std::function<void()>& write) {
  begin_ = Clock::now();
  Progress progress(tools_.options.quiet);
  CheckpointClock clock;
  double slice = std::clamp(tools_.options.max_seconds / kSlicesInBudget, kShortestSlice, kLongestSlice);
  if (drawn_.front().next == 0) run_drawing(drawn_.front(), slice, kFirstDraws);
  if (!is_estimated_ && !is_over()) estimate(kEstimateShare * tools_.options.max_seconds);
  size_t written = 0;
  while (!is_over()) {
    run_slice(slice);
    size_t findings = examination_.findings().size() + point_findings_.size();
    if (findings > written) {
      written = findings;
      write();
    }
    clock.tick(write);
    if (progress.due()) progress.show(progress_line());
  }
  progress.clear();
  write();
  conclude(result);
}

void Campaign::conclude(CheckResult& result) const {
  result.transitions = transitions_;
  result.unfollowed = unfollowed_;
  if (everything_explored_ && jobs_.jobs().back().status == JobStatus::Complete) result.cut_off = everything_cut_;
  result.end = interrupted()          ? End::Interrupted
               : stopped_             ? End::Stopped
               : everything_explored_ ? End::Complete
                                      : End::TimeLimit;
  if (explored_below_ > 0) result.explored_cost = explored_below_ - 1;
  for (const Job& job : jobs_.jobs())
    result.jobs.push_back({std::string(campaign::points_name(job.points)), job.status, job.executions, job.share,
                           job.status == JobStatus::Suspended ? job.eta : 0});
  uint64_t seed = tools_.options.seed.value_or(0);
  for (const Drawn& drawn : drawn_) {
    if (drawn.next == 0) continue;
    std::string name = drawn.depth == 0 ? drawn.name : fmt::format("{} of depth {}", drawn.name, drawn.depth);
    result.sampled.push_back(sampled_part(name, seed, *drawn.sampler, drawn.coverage));
  }
}

std::string Campaign::save() const {
  explore::SavedWriter writer;
  writer.value(spent_before_ + seconds_between(begin_, Clock::now()));
  writer.value(spent_);
  writer.value(static_cast<uint8_t>(is_estimated_));
  writer.value(size_);
  writer.count(jobs_.jobs().size());
  for (const Job& job : jobs_.jobs()) {
    writer.value(job.points);
    writer.value(job.status);
    writer.value(job.executions);
    writer.value(job.seconds);
    writer.value(job.eta);
    writer.value(job.share);
    writer.list(std::span<const char>(job.state));
    writer.list(std::span<const SharedLocation>(job.shared));
  }
  writer.list(std::span<const char>(deepening_state_));
  writer.count(deepening_shared_);
  writer.value(explored_below_);
  writer.value(everything_cut_);
  writer.value(static_cast<uint8_t>(deepening_over_));
  writer.value(static_cast<uint8_t>(everything_explored_));
  writer.count(drawn_.size());
  for (const Drawn& drawn : drawn_) {
    writer.value(drawn.next);
    writer.count(drawn.shared_count);
    writer.list(std::span<const SharedLocation>(drawn.found));
    drawn.coverage.save(writer);
    drawn.sampler->save(writer);
  }
  writer.count(point_findings_.size());
  for (const PointFinding& point : point_findings_) {
    Checkpoint one;
    one.options = std::string(campaign::points_name(point.points));
    one.findings = {point.finding};
    one.shared = point.shared;
    std::string bytes = encode(one);
    writer.value(point.points);
    writer.list(std::span<const char>(bytes));
  }
  return writer.take();
}

bool Campaign::restore(std::string_view state) {
  explore::SavedReader reader(state);
  auto text = [&] {
    std::vector<char> bytes;
    reader.list(bytes);
    return std::string(bytes.begin(), bytes.end());
  };
  spent_before_ = reader.value<double>();
  for (double& spent : spent_) spent = reader.value<double>();
  is_estimated_ = reader.value<uint8_t>() != 0;
  size_ = reader.value<double>();
  if (reader.count(1) != jobs_.jobs().size()) return false;
  for (Job& job : jobs_.jobs()) {
    if (reader.value<Points>() != job.points) return false;
    job.status = reader.value<JobStatus>();
    job.executions = reader.value<uint64_t>();
    job.seconds = reader.value<double>();
    job.eta = reader.value<double>();
    job.share = reader.value<double>();
    job.state = text();
    reader.list(job.shared);
  }
  deepening_state_ = text();
  deepening_shared_ = static_cast<size_t>(reader.value<uint64_t>());
  explored_below_ = reader.value<uint64_t>();
  everything_cut_ = reader.value<uint64_t>();
  deepening_over_ = reader.value<uint8_t>() != 0;
  everything_explored_ = reader.value<uint8_t>() != 0;
  if (reader.count(1) != drawn_.size()) return false;
  for (Drawn& drawn : drawn_) {
    drawn.next = reader.value<uint64_t>();
    drawn.shared_count = static_cast<size_t>(reader.value<uint64_t>());
    reader.list(drawn.found);
    drawn.coverage.restore(reader);
    drawn.sampler->restore(reader);
  }
  for (size_t left = reader.count(1); left > 0 && !reader.failed(); --left) {
    auto points = reader.value<Points>();
    Checkpoint one = decode(text(), "the campaign");
    if (one.findings.size() != 1) return false;
    point_findings_.push_back({points, one.findings.front(), one.shared});
  }
  return reader.finished();
}

}  // namespace selvage::cli
