// A campaign on many machines: two runs that share the workers, one for the search of everything, which is divided, and one
// for the searches over smaller sets of points. Both agree on the numbers of threads in the log of the first.
#include <fmt/format.h>

#include <algorithm>
#include <chrono>

#include "cli/campaign/campaign.h"
#include "cli/check/check_session.h"
#include "cli/check/search_watch.h"
#include "cli/cluster/client_wait.h"
#include "cli/cluster/cluster_part.h"
#include "cli/cluster/cluster_program.h"
#include "cli/cluster/cluster_run.h"
#include "cli/interrupt.h"
#include "cluster/blobs.h"
#include "cluster/sealed.h"
#include "explore/strategy.h"

namespace selvage::cli {
namespace {

using campaign::Job;
using campaign::JobStatus;
using campaign::Points;
using explore::End;
using target::Error;
using target::ExitCode;

// Seconds for which the results of workers may wait here.
constexpr double kLongestAbsence = 1;
// Beyond one for each worker: there is one to go on with when a result is on its way.
constexpr size_t kInReserve = 1;
constexpr size_t kLeastHandedOut = 2;

double seconds_since(std::chrono::steady_clock::time_point begin) {
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
}

void say(const std::string& sentence) { fmt::print(stderr, "selvage: {}\n", sentence); }

}  // namespace

Campaign::~Campaign() { tools_.agreement.ask({}); }

void Campaign::open_everything() {
  std::vector<SharedLocation> shared = tools_.shared;
  JournalPart journal(tools_.journal, Points::All, shared, tools_.agreement);
  Examination opening(tools_.options.properties, tools_.options.keep_going, tools_.judge);
  opening.go_on_with(shared.size());
  opening.tell(&journal);
  std::vector<explore::Target*> all = own_targets();
  Clock::time_point begin = Clock::now();
  explore::SearchOptions options;
  options.deadline = until(seconds_of_opening(tools_.options.cluster.slice));
  options.interrupted = options.ended = &interrupted();
  options.stop = &tools_.launcher.limits().stop();
  options.is_divided = true;
  SearchWatch watch(opening, shared);
  auto strategy = explore::make_strategy(tools_.options.restricts_points() ? "source" : "optimal");
  explore::SearchResult found = explore::search(*strategy, all, options, watch, shared);
  PartResult part = part_of(found, opening, found.shared.size(), seconds_since(begin));
  everything_seen_.emplace(tools_.options.properties, tools_.options.keep_going);
  if (found.end != End::TimeLimit || tools_.launcher.limits().is_reached()) {
    everything_cut_ = opening.counts().of(Outcome::StepLimit);
    transitions_ += found.counts.transitions;
    note_progress(number_of_everything(), found, seconds_since(begin));
    end_everything(found);
    take_suppressed(opening, found.shared);
    take_findings(Points::All, found.shared, opening);
    if (opening.unmodelled()) examination_.note({}, opening.unmodelled());
    return;
  }
  ClusterSearch& cluster = *tools_.cluster;
  cluster.create();
  cluster.tell(say);
  RunDescription description =
      describe_program(cluster.broker(), cluster.run(), tools_.options, tools_.launcher, *own_programs_.front());
  description.first_execution = hash_of_first_execution(*all.front(), found.shared);
  description.identity = identity_of(tools_.options);
  description.budget = tools_.options.max_seconds;
  description.began = seconds_of_clock() - elapsed();
  description.started = fmt::format("campaign of {} s", tools_.options.max_seconds);
  cluster.begin(description, found.shared, tools_.agreement.paths(), std::move(part), found.state);
  if (!tools_.options.quiet)
    say(fmt::format("run {}; should this end too early, say --attach {}.", cluster.run(), cluster.run()));
  agree_on_threads();
}

// However it ends here, unless by being killed, it is over for all.
void Campaign::agree_on_threads() {
  tools_.cluster->give_up();
  threads_.emplace(tools_.cluster->broker(), tools_.cluster->run());
  tools_.agreement.ask([this](std::span<const ThreadPath> met) { return threads_->agree_on(met); });
}

// What was done in the meantime counts, and so does the time.
void Campaign::go_on_on_cluster() {
  tools_.cluster->tell(say);
  everything_seen_.emplace(tools_.options.properties, tools_.options.keep_going);
  agree_on_threads();
  tools_.agreement.start_with(threads_->learn());
  while (tools_.cluster->advance(*everything_seen_) && !interrupted()) {
  }
  double budget = tools_.options.max_seconds;
  already_spent_ = std::clamp(seconds_of_clock() - attached_->began, std::min(spent_before_, budget), budget);
  find_jobs();
}

// The other run of the campaign, if it came to that.
void Campaign::find_jobs() {
  cluster::Broker& broker = tools_.cluster->broker();
  for (const std::string& run : broker.runs()) {
    std::optional<std::string> bytes;
    try {
      bytes = broker.read(run, kRunEntry);
    } catch (const cluster::ForeignRun&) {
    } catch (const cluster::RunGone&) {
    }
    std::optional<RunDescription> description;
    if (bytes) description = decode_run(cluster::unfolded(broker, run, *bytes));
    if (!description || !description->has_jobs || description->threads_run != tools_.cluster->run()) continue;
    handed_out_ = std::make_unique<ClusterJobs>(broker, run);
    handed_out_->tell(say);
    if (!handed_out_->attach(*description, jobs_saved_)) refuse_damaged(run, kRunEntry);
    return;
  }
}

void Campaign::take_suppressed(const Examination& seen, const std::vector<SharedLocation>& shared) {
  for (const SuppressedFinding& one : seen.suppressed()) {
    bool is_known = std::ranges::any_of(examination_.suppressed(), [&](const SuppressedFinding& other) {
      return one.pattern == other.pattern && one.finding.kind == other.finding.kind &&
             one.finding.identity == other.finding.identity;
    });
    if (!is_known) suppressed_elsewhere_.push_back({one, shared});
  }
}

void Campaign::take_in_everything() {
  ClusterSearch& cluster = *tools_.cluster;
  Clock::time_point begin = Clock::now();
  while (cluster.advance(*everything_seen_) && seconds_since(begin) < kLongestAbsence) {
  }
  const std::vector<check::Finding>& findings = everything_seen_->findings();
  if (everything_taken_ < findings.size()) tools_.agreement.start_with(threads_->learn());
  while (everything_taken_ < findings.size())
    add_finding({Points::All, findings[everything_taken_++], cluster.so_far().shared});
  if (everything_seen_->unmodelled()) examination_.note({}, everything_seen_->unmodelled());
  Job& job = jobs_.everything();
  job.status = JobStatus::Suspended;
  job.executions = cluster.so_far().counts.executions;
  job.share = cluster.so_far().share_done;
  job.seconds = elapsed();
  job.eta = job.share > 0 ? job.seconds * (1 - job.share) / job.share : Job::kUnknown;
  std::optional<explore::SearchResult> found = cluster.ended();
  if (!found) return;
  everything_cut_ = everything_seen_->counts().of(Outcome::StepLimit);
  end_everything(*found);
}

void Campaign::open_jobs() {
  cluster::Broker& broker = tools_.cluster->broker();
  std::string run = new_id().substr(0, 12);
  broker.create(run);
  handed_out_ = std::make_unique<ClusterJobs>(broker, run);
  handed_out_->tell(say);
  RunDescription description = describe_program(broker, run, tools_.options, tools_.launcher, *tools_.programs.front());
  description.first_execution = hash_of_first_execution(*explored_.front(), tools_.shared);
  description.budget = tools_.options.max_seconds;
  description.started = fmt::format("searches of the campaign {}", tools_.cluster->run());
  description.has_jobs = true;
  description.threads_run = tools_.cluster->run();
  handed_out_->begin(description, tools_.shared);
}

void Campaign::take_in_jobs() {
  last_jobs_.clear();
  for (auto& [number, outcome] : handed_out_->take_in()) {
    if (!outcome.part.error.empty()) throw Error(static_cast<ExitCode>(outcome.part.error_code), outcome.part.error);
    if (!outcome.part.seen.findings.empty()) tools_.agreement.start_with(threads_->learn());
    if (!number) {
      for (const check::Finding& finding : outcome.part.seen.findings)
        if (shows_by_itself(outcome.points, finding)) add_finding({outcome.points, finding, outcome.shared});
      continue;
    }
    Examination own(tools_.options.properties, tools_.options.keep_going);
    join(own, outcome.part);
    JobRunner::Result result;
    result.search.end = outcome.part.end;
    result.search.counts = outcome.part.counts;
    result.search.shared = std::move(outcome.shared);
    result.search.state = std::move(outcome.state);
    result.search.suspect = outcome.part.suspect;
    result.candidates = std::move(outcome.candidates);
    result.seconds = outcome.seconds;
    result.size = outcome.size;
    end_job(*number, result, own);
    last_jobs_.push_back(*number);
  }
}

void Campaign::hand_out_jobs() {
  std::vector<size_t> out = handed_out_->handed_out();
  size_t most = std::max(kLeastHandedOut, handed_out_->workers() + kInReserve);
  // It has a run of its own.
  out.push_back(number_of_everything());
  while (out.size() - 1 < most) {
    std::optional<size_t> last;
    if (!last_jobs_.empty()) {
      last = last_jobs_.back();
      last_jobs_.pop_back();
    }
    std::optional<size_t> next = jobs_.next(last, kShareOfJobs * seconds_left(), out);
    if (!next) return;
    const Job& job = jobs_.jobs()[*next];
    handed_out_->hand_out(*next, {.id = {},
                                  .set = job.set,
                                  .state = job.state,
                                  .shared = job.state.empty() ? tools_.shared : job.shared,
                                  .seconds = tools_.options.cluster.slice});
    out.push_back(*next);
  }
}

void Campaign::run_slice_on_cluster(double seconds) {
  if (!everything_seen_) return open_everything();
  take_in_everything();
  if (is_over()) return;
  bool is_first_part = elapsed() < kFirstShare * tools_.options.max_seconds;
  if (!is_first_part) {
    if (!handed_out_) open_jobs();
    take_in_jobs();
    if (is_over()) return;
    hand_out_jobs();
  }
  Clock::time_point begin = Clock::now();
  auto deepening = static_cast<size_t>(Activity::Deepening), drawing = static_cast<size_t>(Activity::Drawing);
  bool draws = deepening_over_ || spent_[drawing] / kShares[drawing] < spent_[deepening] / kShares[deepening];
  seconds = std::min(seconds, kLongestAbsence);
  draws ? run_drawing(drawn_[next_drawn_++ % drawn_.size()], seconds / 2) : run_deepening(seconds);
  spent_[draws ? drawing : deepening] += seconds_since(begin);
}

void Campaign::leave_cluster() {
  if (tools_.cluster == nullptr || !threads_) return;
  try {
    // What has come meanwhile counts, unless the broker is away.
    if (!interrupted()) {
      take_in_everything();
      if (handed_out_) take_in_jobs();
    }
    tools_.agreement.start_with(threads_->learn());
  } catch (const cluster::Interrupted&) {
  }
  tools_.agreement.ask({});
  threads_.reset();
  handed_out_.reset();
  take_suppressed(*everything_seen_, tools_.cluster->so_far().shared);
  transitions_ += tools_.cluster->so_far().counts.transitions;
  Examination counted(tools_.options.properties, tools_.options.keep_going);
  counted.resume(everything_seen_->counts(), {}, {}, 0);
  examination_.join(counted);
}

}  // namespace selvage::cli
