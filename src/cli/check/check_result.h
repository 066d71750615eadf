// What came of `selvage check`.
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "campaign/job_queue.h"
#include "cli/check/audit_result.h"
#include "cli/check/check_options.h"
#include "cli/check/cut_loop.h"
#include "cli/check/diagnosis.h"
#include "cli/check/examination.h"
#include "cli/check/sampled_part.h"
#include "cli/check/summary.h"
#include "cli/check/verdict.h"
#include "cli/reductions/reduction_use.h"
#include "explore/search.h"
#include "target/clock_reads.h"
#include "target/error.h"
#include "target/resources.h"
#include "target/unseen_code.h"
#include "target/weaker_orders.h"

namespace selvage::cli {

// A finding as the search knows it.
struct UnexecutedFinding {
  check::Finding finding;
  SourcePlace place;

  std::string message() const { return std::string(check::finding_kind_name(finding.kind)) + ", not executed again"; }
};

// A finding that a pattern keeps from counting.
struct SuppressedDiagnosis {
  Diagnosis diagnosis;
  std::string pattern;
};

// A search over a set of preemption points in a campaign.
struct JobPart {
  std::string points;
  campaign::JobStatus status = campaign::JobStatus::Pending;
  uint64_t executions = 0;
  double share = 0;         // of it that was explored, an estimate
  double eta = 0;           // seconds that it would have needed still, an estimate
  size_t accesses = 0;      // points at single accesses
  bool is_maximal = false;  // all synchronisation, and all accesses that are left open
};

enum class CandidateStatus : uint8_t {
  Open,
  Harmless,  // nothing goes wrong where threads are switched at all synchronisation and at both accesses
  Harmful,   // a search that switches at one of the accesses found something
};

// A race candidate of a campaign.
struct CandidatePart {
  uint32_t one = 0, other = 0;  // sites; the first is 0 where it is an atomic access
  campaign::RaceCandidate candidate = {};
  CandidateStatus status = CandidateStatus::Open;
};

struct CheckResult {
  target::ExitCode exit_code = target::ExitCode::Success;
  std::string started;  // when: "2026-01-31T12:00:00Z"
  std::string error;    // the sentence, if the command failed
  Verdict verdict = Verdict::None;
  explore::End end = explore::End::Complete;
  bool interrupted = false;
  bool single_threaded = false;
  uint64_t threads_started = 1;                     // ever, the first one among them
  bool reduces_unseen_code = false;                 // nothing is claimed: it is to be searched without reductions
  target::UnseenCode unseen;                        // what is claimed does not hold for
  std::vector<target::WeakerOrder> weaker_orders;   // in the program's own code
  std::vector<target::ClockReadPlace> clock_reads;  // the same
  Gaps gaps;                                        // what keeps it from being verified
  ExaminationCounts counts;
  uint64_t transitions = 0;         // taken for the first time
  bool gave_way_to_source = false;  // strategy optimal: threads signal each other, or ...
  bool blocks_differ = false;       // ... what atomic blocks do depends on others, or ...
  bool lost_orders = false;         // ... it called for orders that the program could not follow
  // Threads signal or cancel each other, and the strategy is known not to cover every order of that.
  bool strikes_left_out = false;
  // With predicate dependence: executions that came to an end nobody asked about. In interleavings that they stand for, threads
  // may have got further.
  uint64_t stopped_short = 0;
  std::vector<Reduction> gave_up;        // what is claimed rests on a search without them
  bool looks_for_cycles = false;         // threads go round loops so often that it is looked whether they come back
  bool has_facts = false;                // the executable says what analyses found out about it
  bool has_anonymous_threads = false;    // and that no thread knows which one it is
  bool threads_told_apart = false;       // but others can tell
  bool has_anonymous_blocks = false;     // no thread knows from the block that it was handed which one it is
  bool blocks_told_apart = false;        // but others use it
  bool differences_matter = false;       // or somebody looks at what differs in there
  std::vector<ReductionUse> reductions;  // all there are, used or not
  // Orders that the optimal search called for and the program could not follow: others that they stand for may be missing.
  uint64_t unfollowed = 0;
  // The first thread ended every execution before anybody was seen to share memory with it: others may come before that.
  bool ended_before_first_step = false;
  uint64_t states = 0;      // of --strategy states
  bool states_cut = false;  // some executions could not be followed any further
  // Executions that were cut off in the search that the verdict rests on, where others were done besides.
  std::optional<uint64_t> cut_off;
  uint64_t restarts = 0;
  uint64_t shared_locations = 0;
  // A search by cost: everything with at most so many preemptions (or delays) was explored.
  std::optional<uint64_t> explored_cost;
  uint64_t preemption_cuts = 0;   // schedules that the bound left out
  uint64_t drawn_executions = 0;  // beside the search; not among the counts
  double drawn_seconds = 0;
  std::vector<SampledPart> sampled;
  std::vector<JobPart> jobs;
  std::vector<CandidatePart> candidates;
  double seconds = 0;
  uint64_t program_peak_memory = 0;  // bytes, all processes together
  size_t unrepeated_ends = 0;
  std::set<uint32_t> suspected_loops;  // sites of loops that executions were in when they were cut off
  std::set<uint32_t> library_calls;    // sites of calls of which it is not known what they do to memory
  std::set<uint32_t> waiting_loops;    // sites of loops in which threads waited by going round
  std::vector<Diagnosis> findings;
  std::vector<UnexecutedFinding> not_executed_again;  // further ones: there was no time for that
  CutLoops cut_loops;                                 // that executions went round when they were cut off
  std::vector<explore::OrderCount> orders;            // that were called for, the most frequent pairs first
  uint64_t all_orders = 0;                            // of all pairs
  uint64_t memory_limit = 0;                          // bytes
  std::optional<target::MemoryUse> memory_used;       // when that was reached
  std::vector<SuppressedDiagnosis> suppressed;
  std::vector<report::Suppression> suppressions;  // all of them, also those that matched nothing
  std::string checkpoint;                         // where an interrupted search is written down; empty: nowhere
  std::string output, error_output;               // of the first execution, where asked for
  std::string flow_explanation;                   // what was seen with which secret, where asked for
  std::string input_note;                         // what is to be known about the input that was read; empty: nothing
  std::optional<AuditResult> audit;               // where it was asked for and the verdict was *verified*

  // Findings that do not count, also those that were not executed again.
  uint64_t suppressed_count() const {
    uint64_t count = 0;
    for (const report::Suppression& suppression : suppressions) count += suppression.findings;
    return std::max<uint64_t>(count, suppressed.size());
  }
  // Executions that ended because others cover them.
  uint64_t blocked() const { return counts.of(Outcome::SleepBlocked); }
  uint64_t cut() const { return cut_off.value_or(counts.of(Outcome::StepLimit)); }
  uint64_t executions() const { return counts.executions - blocked(); }
  // Most in one execution. Threads that did nothing visible are known only by having been started.
  uint64_t threads() const { return counts.threads == 1 ? threads_started : counts.threads; }
};

// Verdict and exit code follow from the rest.
void conclude(const CheckOptions& options, CheckResult& result);

Summary summary_of(const CheckOptions& options, const CheckResult& result);

}  // namespace selvage::cli
