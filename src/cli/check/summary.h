// `--summary`: one JSON object about the whole command, written also when it fails. Names, once published,
// stay.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "cli/check/audit_result.h"
#include "cli/check/sampled_part.h"
#include "cli/reductions/reduction_use.h"
#include "cli/show/explanation.h"
#include "cli/show/names.h"
#include "minimise/size.h"
#include "target/error.h"

namespace selvage::cli {

struct SummaryFinding {
  std::string kind, message;
  SourcePlace place;
  std::string trace_file;  // empty: none was written
  uint64_t execution = 0;
  uint64_t count = 1;                                           // executions that showed it
  std::string drawn_by = {};                                    // a random strategy beside the search; empty: none
  std::string strength = {};                                    // of data races
  SourcePlace other_place = {};                                 // the other access of a data race
  std::optional<uint64_t> identity = {};                        // tells it from others of its kind
  std::optional<minimise::Size> size = {}, original_size = {};  // of the interleaving shown; before it was minimised
  uint32_t loop_rounds = 0;  // of a livelock that was shown by going round; 0: none was
  uint32_t loop_steps = 0;   // of one round
  uint64_t loop_state = 0;   // hash of the state after each
};

// A search over a set of preemption points in a campaign.
struct SummaryJob {
  std::string points, status;
  uint64_t executions = 0;
  double share = 0;
  double seconds_left = 0;
};

// A race candidate of a campaign.
struct SummaryCandidate {
  uint32_t sites[2] = {};  // the first is 0 where it is an atomic access
  bool both_orders = false;
  bool by_happens_before = false, by_limited = false;
  std::string status;
};

struct Summary {
  std::string verdict;  // empty: none was reached
  target::ExitCode exit_code = target::ExitCode::Success;
  std::string error;  // the sentence, if the command failed
  bool interrupted = false;
  uint64_t executions = 0, blocked_executions = 0, transitions = 0;
  double seconds = 0;
  std::optional<double> drawn_seconds = {};  // of them, for executions drawn beside the search
  unsigned workers = 1;
  std::string strategy;
  std::vector<std::string> properties, reductions;
  std::vector<ReductionUse> explained_reductions;  // where that was asked for
  std::vector<std::pair<std::string, uint64_t>> bounds;
  uint64_t program_peak_memory = 0;
  std::vector<std::pair<std::string, uint64_t>> outcomes;  // executions that ended in each way
  std::vector<std::pair<std::string, uint64_t>> counts;    // further numbers of one command, by their published names
  std::vector<uint32_t> library_calls;    // sites of calls of which it is not known what they do to memory
  std::vector<uint32_t> waiting_loops;    // sites of loops in which threads waited by going round
  std::vector<uint32_t> suspected_loops;  // sites of loops that executions were cut off in
  std::vector<std::string> gaps;          // what keeps a check from being verified
  std::vector<SummaryFinding> findings;
  std::vector<SummaryJob> jobs;
  std::vector<SummaryCandidate> candidates;
  std::vector<SampledPart> sampled;  // of random strategies
  std::optional<AuditResult> audit;  // of a verified check
};

// `names` is null if the program could not be loaded. Returns the exit code of the command: where nothing went wrong
// but the file cannot be written, that is said on standard error and counts.
target::ExitCode write_summary(const std::string& path, const Summary& summary, const Names* names);

}  // namespace selvage::cli
