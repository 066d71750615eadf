#include "cli/replay/replay_debugging.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <span>

#include "cli/replay/step_numbers.h"
#include "cli/text.h"
#include "target/error.h"

namespace selvage::cli {
namespace {

using target::Error;
using target::ExitCode;

Standpoint before(const trace::Trace& trace, size_t step) {
  return {.request = {.steps = std::span(trace.schedule).first(step), .policy = Policy::Stop},
          .thread = thread_name(trace.schedule[step].thread),
          .banner = {}};
}

}  // namespace

Standpoint failing_point(const trace::Trace& trace, const report::Counterexample& shown, const Diagnosis& diagnosis) {
  const check::Finding& finding = diagnosis.finding;
  std::string what = fmt::format("Where it fails: {}.", diagnosis.message);
  model::Position step = finding.other_step != model::kNone ? std::max(finding.step, finding.other_step) : finding.step;
  if (step != model::kNone && step < trace.schedule.size()) {
    Standpoint result = before(trace, step);
    result.banner = fmt::format("{} Stopped just before step {}, which {} is about to do.", what,
                                shown_number(shown, step), result.thread);
    return result;
  }
  return {.request = {.steps = trace.schedule},
          .thread = thread_name(diagnosis.execution.view().record().thread),
          .banner = what};
}

Standpoint before_step(const trace::Trace& trace, const report::Counterexample& shown, uint64_t number) {
  std::optional<size_t> position = position_of(shown, number);
  if (!position || *position >= trace.schedule.size())
    throw Error(ExitCode::Usage,
                fmt::format("The counterexample has {} steps: --at must not be greater.", shown.steps.size()));
  Standpoint result = before(trace, *position);
  result.banner = fmt::format("Stopped just before step {} of {}, which {} is about to do.",
                              shown_number(shown, *position), shown.steps.size(), result.thread);
  return result;
}

DebuggerRequest debugger_request(const Standpoint& standpoint, ReplayProgram& program) {
  DebuggerRequest request;
  request.executable = program.launcher().executable();
  request.thread = standpoint.thread;
  request.banner = standpoint.banner + " Type threads to see where each one stands.";
  auto [begin, end] = program.runtime_range();
  request.runtime_begin = begin;
  request.runtime_end = end;
  request.standing_process = address::kChannel + offsetof(ControlBlock, standing_process);
  request.folder = program.launcher().folder();
  return request;
}

}  // namespace selvage::cli
