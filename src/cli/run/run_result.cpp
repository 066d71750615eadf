#include "cli/run/run_result.h"

#include "cli/show/outcome_text.h"

namespace selvage::cli {

Summary summary_of(const RunOptions& options, const RunResult& result) {
  const Tally& tally = result.tally;
  Summary summary;
  if (!tally.findings().empty()) {
    summary.verdict = "bug";
  } else if (result.error.empty()) {
    summary.verdict = "sampled";
  }
  summary.exit_code = result.exit_code;
  summary.error = result.error;
  summary.interrupted = result.interrupted;
  summary.executions = tally.executions();
  summary.blocked_executions = tally.of(Outcome::SleepBlocked);
  summary.transitions = tally.steps();
  summary.seconds = result.seconds;
  summary.strategy = options.random_seed ? "random" : !options.schedule_file.empty() ? "schedule" : "continue";
  summary.properties = {"assertion", "crash", "deadlock", "memory_error", "misuse", "stuck", "exit-status"};
  summary.bounds.emplace_back("max_steps", options.max_steps);
  summary.program_peak_memory = result.program_peak_memory;
  for (size_t i = 0; i < Tally::kOutcomes; ++i) {
    auto outcome = static_cast<Outcome>(i);
    if (tally.of(outcome) != 0) summary.outcomes.emplace_back(outcome_name(outcome), tally.of(outcome));
  }
  bool has_trace = !options.trace_file.empty() && options.trace_file != "-";
  for (const Finding& finding : tally.findings()) {
    summary.findings.push_back({.kind = finding.kind,
                                .message = finding.message,
                                .place = {finding.file, finding.line},
                                .trace_file = has_trace ? options.trace_file : "",
                                .execution = finding.execution,
                                .count = finding.count});
  }
  return summary;
}

}  // namespace selvage::cli
