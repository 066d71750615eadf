#include "cli/check/check_result.h"

#include <algorithm>
#include <climits>
#include <cmath>

#include "cli/show/outcome_text.h"

namespace selvage::cli {
namespace {

using explore::End;
using target::ExitCode;

// Whatever was executed, on its own or in a campaign's searches.
uint64_t count_executed(const CheckResult& result) {
  uint64_t count = result.executions() + result.counts.predicted;
  for (const JobPart& job : result.jobs) count += job.executions;
  return count;
}

Gaps gaps_of(const CheckOptions& options, const CheckResult& result) {
  Gaps gaps;
  uint64_t executed = count_executed(result), assumptions = result.counts.of(Outcome::AssumeFailed);
  // States are gone through in another way.
  gaps.insert(Gap::NothingExecuted, executed == 0 && !options.explores_states());
  gaps.insert(Gap::OnlyAssumptions, assumptions != 0 && assumptions == result.executions());
  // Where a limit came first, others may have been about to start.
  bool is_told = result.end == End::Complete || executed != 0;
  gaps.insert(Gap::OneThread, result.threads_started <= 1 && is_told);
  gaps.insert(Gap::NarrowChoices, result.counts.narrowed != 0);
  gaps.insert(Gap::PreemptionBound, result.preemption_cuts != 0);
  gaps.insert(Gap::FewerPoints, options.restricts_points());
  gaps.insert(Gap::CutOff, result.cut() != 0);
  gaps.insert(Gap::InexactStrikes, result.strikes_left_out);
  gaps.insert(Gap::Unfollowed, result.unfollowed != 0);
  gaps.insert(Gap::StatesCut, result.states_cut);
  gaps.insert(Gap::EndedBeforeStep, result.ended_before_first_step);
  gaps.insert(Gap::UnseenCode, !result.unseen.empty());
  gaps.insert(Gap::LibraryCalls, !result.library_calls.empty());
  return gaps;
}

Evidence evidence_of(const CheckOptions& options, const CheckResult& result) {
  bool has_complete_job =
      std::ranges::any_of(result.jobs, [](const JobPart& job) { return job.status == campaign::JobStatus::Complete; });
  bool is_limited = result.end == End::TimeLimit || result.end == End::ExecutionLimit || result.end == End::MemoryLimit;
  return {.found = !result.findings.empty() || !result.not_executed_again.empty(),
          .finished = result.end == End::Complete,
          .explored_part = (has_complete_job && result.end == End::TimeLimit) || (result.explored_cost && is_limited),
          .drawn = options.is_random(),
          .gaps = result.gaps};
}

// So that nobody was seen to share anything with the first thread.
bool has_ended_before_first_step(const CheckOptions& options, const CheckResult& result) {
  bool is_seen = options.effective_sharing() == Sharing::Full || result.single_threaded;
  if (is_seen || result.end != End::Complete || result.transitions != 0) return false;
  for (size_t i = 0; i < result.counts.outcomes.size(); ++i)
    if (explore::ends_early(static_cast<Outcome>(i)) && result.counts.outcomes[i] != 0) return true;
  return false;
}

// The lowest: which finding comes first depends on how many explore.
int exit_code_of_findings(const CheckResult& result) {
  int lowest = INT_MAX;
  for (const auto& found : result.findings) lowest = std::min(lowest, check::exit_code_of(found.finding.kind));
  for (const auto& found : result.not_executed_again)
    lowest = std::min(lowest, check::exit_code_of(found.finding.kind));
  return lowest;
}

ExitCode exit_code_of(const CheckResult& result) {
  switch (result.verdict) {
    case Verdict::Bug:
      return static_cast<ExitCode>(exit_code_of_findings(result));
    case Verdict::Bounded:
      return ExitCode::Bounded;
    case Verdict::Sampled:
      return ExitCode::BudgetEnded;
    default:
      return ExitCode::Success;
  }
}

// An assumption that fails is in every slice: whoever it stops, it stops in all interleavings that the execution stands for.
// So does what was asked about.
uint64_t count_stopped_short(const CheckOptions& options, const CheckResult& result) {
  using check::Property;
  struct Stop {
    Outcome outcome;
    Property property;
  };
  static constexpr Stop kStops[] = {
      {Outcome::Deadlock, Property::Deadlock},  {Outcome::Assertion, Property::Assertion},
      {Outcome::Abort, Property::Assertion},    {Outcome::Killed, Property::Assertion},
      {Outcome::Crash, Property::Crash},        {Outcome::Misuse, Property::Misuse},
      {Outcome::MemoryError, Property::Memory}, {Outcome::Stuck, Property::Progress},
      {Outcome::Livelock, Property::Progress},
  };
  uint64_t count = 0;
  for (const Stop& stop : kStops)
    if (!options.properties.contains(stop.property)) count += result.counts.of(stop.outcome);
  return count;
}

SummaryFinding finding_of(const Diagnosis& diagnosis) {
  SummaryFinding finding{.kind = std::string(check::finding_kind_name(diagnosis.finding.kind)),
                         .message = diagnosis.message,
                         .place = diagnosis.place,
                         .trace_file = diagnosis.saved_file,
                         .execution = diagnosis.finding.execution,
                         .identity = diagnosis.finding.identity,
                         .size = diagnosis.size};
  finding.original_size = diagnosis.original_size;
  finding.drawn_by = diagnosis.drawn_by;
  if (diagnosis.finding.kind == check::FindingKind::DataRace) {
    finding.strength = diagnosis.finding.observed ? "observed" : "happens-before";
    if (diagnosis.other_operation) finding.other_place = diagnosis.other_operation->place;
  }
  const ExecutionRecord& record = diagnosis.execution.view().record();
  finding.loop_rounds = record.loop_rounds;
  finding.loop_steps = record.loop_steps;
  finding.loop_state = record.loop_state;
  return finding;
}

const char* status_name(campaign::JobStatus status) {
  switch (status) {
    case campaign::JobStatus::Pending:
      return "pending";
    case campaign::JobStatus::Suspended:
      return "suspended";
    case campaign::JobStatus::Complete:
      return "complete";
    case campaign::JobStatus::Failed:
      return "failed";
    case campaign::JobStatus::Cancelled:
      return "cancelled";
  }
  return "";
}

SummaryJob job_of(const JobPart& job) {
  return {.points = job.points,
          .status = status_name(job.status),
          .executions = job.executions,
          .share = job.share,
          .seconds_left = std::isfinite(job.eta) ? job.eta : 0};
}

SummaryCandidate candidate_of(const CandidatePart& part) {
  const char* status = part.status == CandidateStatus::Harmless  ? "harmless"
                       : part.status == CandidateStatus::Harmful ? "harmful"
                                                                 : "open";
  return {.sites = {part.one, part.other},
          .both_orders = part.candidate.is_both_order(),
          .by_happens_before = part.candidate.by_happens_before,
          .by_limited = part.candidate.by_limited,
          .status = status};
}

std::vector<std::pair<std::string, uint64_t>> bounds_of(const CheckOptions& options) {
  std::vector<std::pair<std::string, uint64_t>> bounds = {{"max_steps", options.max_steps}};
  if (options.preemptions) bounds.emplace_back("preemptions", *options.preemptions);
  if (options.delays) bounds.emplace_back("delays", *options.delays);
  if (options.max_executions != 0) bounds.emplace_back("max_executions", options.max_executions);
  if (options.max_seconds != 0) bounds.emplace_back("max_seconds", static_cast<uint64_t>(options.max_seconds));
  return bounds;
}

}  // namespace

void conclude(const CheckOptions& options, CheckResult& result) {
  result.library_calls.insert(result.counts.library_calls.begin(), result.counts.library_calls.end());
  if (options.uses(Reduction::PredicateDependence)) result.stopped_short = count_stopped_short(options, result);
  result.strikes_left_out = result.counts.strikes != 0 && options.effective_strategy() != "dfs";
  result.ended_before_first_step = has_ended_before_first_step(options, result);
  result.gaps = gaps_of(options, result);
  result.verdict = verdict_for(evidence_of(options, result));
  result.exit_code = exit_code_of(result);
}

Summary summary_of(const CheckOptions& options, const CheckResult& result) {
  Summary summary;
  summary.verdict = verdict_name(result.verdict);
  summary.exit_code = result.exit_code;
  summary.error = result.error;
  summary.interrupted = result.interrupted;
  summary.executions = result.executions();
  summary.blocked_executions = result.blocked();
  summary.transitions = result.transitions;
  summary.seconds = result.seconds;
  summary.workers = options.workers();
  std::string strategy = result.gave_way_to_source ? "source" : options.effective_strategy();
  summary.strategy = strategy;
  for (std::string_view name : options.properties.names()) summary.properties.emplace_back(name);
  if (strategy == "optimal" || strategy == "source" || strategy == "classic") summary.reductions.push_back(strategy);
  if (strategy == "source" || strategy == "classic") summary.reductions.emplace_back("sleep_sets");
  if (options.effective_sharing() == Sharing::Dynamic) summary.reductions.emplace_back("dynamic_sharing");
  for (const ReductionUse& use : result.reductions)
    if (use.is_used()) summary.reductions.push_back(published_name(use.reduction));
  if (options.explain_reductions) summary.explained_reductions = result.reductions;
  summary.bounds = bounds_of(options);
  summary.program_peak_memory = result.program_peak_memory;
  for (size_t i = 0; i < result.counts.outcomes.size(); ++i) {
    if (result.counts.outcomes[i] != 0)
      summary.outcomes.emplace_back(outcome_name(static_cast<Outcome>(i)), result.counts.outcomes[i]);
  }
  summary.counts = {{"predicted_executions", result.counts.predicted},
                    {"threads", result.threads()},
                    {"shared_locations", result.shared_locations},
                    {"restarts", result.restarts},
                    {"cut_off_executions", result.cut()},
                    {"suppressed_findings", result.suppressed_count()},
                    {"drawn_executions", result.drawn_executions}};
  summary.drawn_seconds = result.drawn_seconds;
  for (unsigned i = 0; i < static_cast<unsigned>(Gap::Count); ++i)
    if (result.gaps.contains(static_cast<Gap>(i))) summary.gaps.emplace_back(gap_name(static_cast<Gap>(i)));
  summary.sampled = result.sampled;
  summary.audit = result.audit;
  if (result.explored_cost)
    summary.counts.emplace_back(options.delays ? "explored_delays" : "explored_preemptions", *result.explored_cost);
  for (const JobPart& job : result.jobs) summary.jobs.push_back(job_of(job));
  for (const CandidatePart& part : result.candidates) summary.candidates.push_back(candidate_of(part));
  summary.waiting_loops.assign(result.waiting_loops.begin(), result.waiting_loops.end());
  summary.library_calls.assign(result.library_calls.begin(), result.library_calls.end());
  summary.suspected_loops.assign(result.suspected_loops.begin(), result.suspected_loops.end());
  for (const Diagnosis& diagnosis : result.findings) summary.findings.push_back(finding_of(diagnosis));
  for (const UnexecutedFinding& one : result.not_executed_again)
    summary.findings.push_back({.kind = std::string(check::finding_kind_name(one.finding.kind)),
                                .message = one.message(),
                                .place = one.place,
                                .trace_file = "",
                                .execution = one.finding.execution,
                                .identity = one.finding.identity});
  return summary;
}

}  // namespace selvage::cli
