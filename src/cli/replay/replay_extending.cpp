#include "cli/replay/replay_extending.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <span>

#include "cli/interrupt.h"
#include "cli/program/end_identity.h"
#include "cli/replay/step_numbers.h"
#include "cli/show/explanation.h"
#include "cli/show/outcome_text.h"
#include "cli/text.h"
#include "sample/seeds.h"

namespace selvage::cli {
namespace {

using target::ExecutionView;
using target::ExitCode;

constexpr uint64_t kBatch = 256;

// How an execution ended, in words; what went wrong comes first.
struct Way {
  bool is_good = false;
  std::string text;
  auto operator<=>(const Way&) const = default;
};

Way way_of(const ExecutionView& execution, Names& names) {
  if (has_refused_status(execution)) return {false, exit_status_message(execution)};
  bool stuck = leaves_threads_stuck(execution);
  if (!is_finding(execution.outcome()) && !stuck) return {true, outcome_phrase(execution.outcome())};
  return {false, finding_message(execution, names)};
}

// Where it fails is where it ends; where two accesses race, the execution goes on behind them by itself.
size_t default_length(const trace::Trace& trace) {
  size_t steps = trace.schedule.size();
  if (trace.finding.other_step) return std::min<size_t>(*trace.finding.other_step + size_t{1}, steps);
  if (trace.finding.step) return std::min<size_t>(*trace.finding.step + size_t{1}, steps);
  return steps == 0 ? 0 : steps - 1;
}

// The number of what is shown last before step `length` of the schedule.
size_t last_of(const report::Counterexample& shown, size_t length) {
  bool is_all = positions_within(shown, shown.steps.size()) <= length;
  return is_all ? shown.steps.size() : shown_number(shown, length) - 1;
}

}  // namespace

ExitCode extend(const ReplayOptions& options, const trace::Trace& trace, const report::Counterexample& shown,
                ReplayProgram& program) {
  size_t asked = options.extend_from ? positions_within(shown, *options.extend_from) : default_length(trace);
  size_t length = std::min<size_t>(asked, trace.schedule.size());
  std::map<Way, uint64_t> ways;
  std::optional<ExitCode> first;
  uint64_t total = *options.random_extend, done = 0;
  while (done < total && !interrupted()) {
    target::ScheduleBatch batch;
    for (uint64_t i = done; i < std::min(total, done + kBatch); ++i)
      batch.append({.steps = std::span(trace.schedule).first(length),
                    .policy = Policy::Random,
                    .seed = sample::execution_seed(options.seed.value_or(0), i)});
    program.run(batch, [&](size_t, const ExecutionView& execution) {
      ++done;
      ++ways[way_of(execution, program.names())];
      if (has_refused_status(execution)) first = first.value_or(ExitCode::Crash);
      if (leaves_threads_stuck(execution)) first = first.value_or(ExitCode::Livelock);
      if (is_finding(execution.outcome())) first = first.value_or(finding_exit_code(execution.outcome()));
    });
  }
  std::string where = length == 0 ? "from the first choice on"
                                  : fmt::format("after step {} of {}", last_of(shown, length), shown.steps.size());
  fmt::print("{} {}, drawn at random:\n", counted(done, "continuation"), where);
  for (const auto& [way, count] : ways) fmt::print("  {:>10}  {}\n", grouped(count), way.text);
  if (interrupted()) return ExitCode::BudgetEnded;
  return first.value_or(ExitCode::Success);
}

}  // namespace selvage::cli
