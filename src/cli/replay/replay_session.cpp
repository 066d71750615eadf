#include "cli/replay/replay_session.h"

#include <fmt/format.h>

#include <cstdio>

#include "cli/program/end_identity.h"
#include "cli/replay/replay_debugging.h"
#include "cli/replay/replay_difference.h"
#include "cli/replay/replay_extending.h"
#include "cli/replay/replay_showing.h"
#include "cli/replay/replay_stepping.h"
#include "cli/replay/step_numbers.h"
#include "cli/show/explanation.h"
#include "cli/show/outcome_text.h"
#include "cli/show/recording.h"
#include "cli/show/showing.h"
#include "cli/show/trace_file.h"
#include "cli/text.h"
#include "trace/comparison.h"
#include "trace/original.h"

namespace selvage::cli {
namespace {

using check::FindingKind;
using target::Error;
using target::ExitCode;

std::optional<FindingKind> kind_named(const std::string& name) {
  for (int i = 0; i < static_cast<int>(FindingKind::Count); ++i) {
    if (check::finding_kind_name(static_cast<FindingKind>(i)) == name) return static_cast<FindingKind>(i);
  }
  return std::nullopt;
}

ExitCode exit_code_of(const trace::Finding& finding) {
  auto kind = kind_named(finding.kind);
  return kind ? static_cast<ExitCode>(check::exit_code_of(*kind)) : ExitCode::Usage;
}

void say(const std::string& sentence) { fmt::print(stderr, "selvage: {}\n", sentence); }

// What would come after the schedule does not matter.
bool is_cut(const trace::Trace& trace) { return trace.finding.outcome == outcome_name(Outcome::PrefixDone); }

}  // namespace

ExitCode ReplaySession::run() {
  read_ = read_trace_file(options_.trace_file);
  if (read_.condition != trace::Condition::Whole) return show_damaged();
  if (!kind_named(read_.trace.finding.kind)) {
    say(fmt::format("{} is about a kind of finding that this Selvage does not know ({}).", options_.trace_file,
                    read_.trace.finding.kind));
    show_recorded();
    return ExitCode::Usage;
  }
  if (options_.original) choose_original();
  if (options_.show) {
    show_recorded();
    return exit_code_of(read_.trace.finding);
  }
  if (options_.gdb) options_.carrier = Carrier::OsThreads;
  if (!can_start()) {
    say("What follows is what was recorded.");
    if (options_.step) {
      walk(recorded_counterexample(read_.trace), read_.trace, nullptr);
    } else {
      show_recorded();
    }
    return start_failure_;
  }
  return replay();
}

void ReplaySession::choose_original() {
  if (trace::has_original(read_.trace)) {
    trace::use_original(read_.trace);
  } else {
    say(fmt::format("{} holds one interleaving only, as it was found.", options_.trace_file));
  }
}

ExitCode ReplaySession::show_recorded() {
  show_trace(options_, read_.trace);
  return ExitCode::Success;
}

ExitCode ReplaySession::show_damaged() {
  const trace::Trace& trace = read_.trace;
  if (read_.condition == trace::Condition::OtherVersion) {
    say(
        fmt::format("{} was written by Selvage {} in version {} of the format, and this one reads version {}: use that "
                    "Selvage, or check the program again.",
                    options_.trace_file, trace.selvage_version, read_.version, trace::kTraceVersion));
    if (!trace.finding.message.empty()) fmt::print("It is about this finding: {}.\n", trace.finding.message);
    return ExitCode::Usage;
  }
  size_t steps = trace.recording.steps.size();
  say(fmt::format("{} is damaged ({}): check the program again.{}", options_.trace_file, read_.problem,
                  steps != 0 ? " What follows is what could be read of it." : ""));
  if (steps != 0) {
    show_recorded();
  } else if (!trace.finding.message.empty()) {
    fmt::print("It is about this finding: {}.\n", trace.finding.message);
  }
  return ExitCode::Usage;
}

bool ReplaySession::can_start() {
  program_ = std::make_unique<ReplayProgram>(options_, read_.trace);
  try {
    program_->prepare();
    return true;
  } catch (const Error& error) {
    if (error.exit_code() == ExitCode::BudgetEnded) throw;
    say(error.what());
    start_failure_ = error.exit_code();
    return false;
  }
}

void ReplaySession::say_what_changed() {
  if (options_.quiet) return;
  if (read_.trace.selvage_version != SELVAGE_VERSION)
    say(fmt::format("The trace was written by Selvage {}; this is {}.", read_.trace.selvage_version, SELVAGE_VERSION));
  if (!program_->is_same())
    say("The program is not the one that was checked, but another build: every step is compared with the record.");
}

ExitCode ReplaySession::debug(const Diagnosis& diagnosis, const report::Counterexample& shown) {
  Standpoint standpoint = options_.stop_at ? before_step(read_.trace, shown, *options_.stop_at)
                                           : failing_point(read_.trace, shown, diagnosis);
  program_->stand(standpoint.request, [&](pid_t process) {
    DebuggerRequest request = debugger_request(standpoint, *program_);
    request.process = process;
    request.arguments = options_.gdb_arguments;
    run_debugger(request);
  });
  return exit_code_of(read_.trace.finding);
}

ExitCode ReplaySession::replay() {
  say_what_changed();
  Policy policy = is_cut(read_.trace) ? Policy::Stop : Policy::Continue;
  ReplayedExecution replayed =
      program_->run({.steps = read_.trace.schedule, .policy = policy, .flags = record_flags(traced_finding())});
  if (auto code = report_difference(replayed.execution.view())) return *code;
  Diagnosis diagnosis = diagnosis_of(std::move(replayed));
  if (outcome_name(diagnosis.finding.outcome) != read_.trace.finding.outcome) return report_other_end(diagnosis);
  if (!complete(diagnosis, program_->names())) {
    fmt::print("The threads take turns as recorded, but what was found is not there any more.\n  recorded: {}\n",
               read_.trace.finding.message);
    report_difference_inside(diagnosis, read_.trace.schedule.size());
    return ExitCode::Usage;
  }
  diagnosis.saved_file = options_.trace_file;
  report::Counterexample shown = counterexample_of(diagnosis, options_, program_->names());
  if (options_.gdb) return debug(diagnosis, shown);
  if (options_.random_extend) return extend(options_, read_.trace, shown, *program_);
  if (options_.step) {
    walk(shown, read_.trace, program_.get());
  } else {
    show_replayed(options_, shown, read_.trace, program_->is_same());
  }
  return exit_code_of(read_.trace.finding);
}

std::optional<ExitCode> ReplaySession::report_difference(const target::ExecutionView& execution) {
  const trace::Trace& trace = read_.trace;
  RecordedExecution present = record_of(execution, program_->names());
  // A process that died without a word has recorded nothing.
  bool has_record = execution.record().step_count != 0 || execution.record().event_count != 0 ||
                    execution.outcome() == Outcome::Completed || trace.recording.steps.empty();
  auto difference = trace::first_difference(trace.recording, present.recording, program_->is_same());
  if (difference && has_record) {
    std::span<const Step> before = std::span(trace.schedule).first(std::min(difference->step, trace.schedule.size()));
    ReplayedExecution there = program_->run({.steps = before, .policy = Policy::Stop, .flags = kRecordAll});
    fmt::print("{}",
               difference_text(trace, present, *difference, record_of(there.execution.view(), program_->names())));
    report_difference_inside(diagnosis_of(std::move(there)), difference->step);
    if (has_refused_status(execution))
      fmt::print("Going on from there, it ends with {}.\n", exit_status_message(execution));
    if (is_finding(execution.outcome()) && execution.outcome() != Outcome::ScheduleMismatch)
      fmt::print("Going on from there, it {}: {}.\n", outcome_phrase(execution.outcome()),
                 finding_message(execution, program_->names()));
    return ExitCode::Usage;
  }
  return std::nullopt;
}

ExitCode ReplaySession::report_other_end(const Diagnosis& diagnosis) {
  const trace::Trace& trace = read_.trace;
  const target::ExecutionView& execution = diagnosis.execution.view();
  std::string now = fmt::format("it {}", outcome_phrase(execution.outcome()));
  if (is_finding(execution.outcome()) || execution.outcome() == Outcome::Unmodelled)
    now += ": " + finding_message(execution, program_->names());
  if (has_refused_status(execution)) now += " with " + exit_status_message(execution);
  fmt::print("The threads take turns as recorded, and yet it ends in another way.\n  recorded: {}\n  now:      {}\n",
             trace.finding.message, now);
  report_difference_inside(diagnosis, trace.schedule.size());
  bool is_good =
      execution.outcome() == Outcome::Completed && !leaves_threads_stuck(execution) && !has_refused_status(execution);
  return is_good ? ExitCode::Success : ExitCode::Usage;
}

void ReplaySession::report_difference_inside(const Diagnosis& diagnosis, size_t schedule_steps) {
  if (read_.trace.shown.steps.empty()) return;
  report::Counterexample recorded = beginning_of(read_.trace.shown, schedule_steps);
  report::Counterexample present = counterexample_of(diagnosis, options_, program_->names());
  if (schedule_steps < read_.trace.schedule.size()) present = beginning_of(std::move(present), schedule_steps);
  if (auto difference = difference_inside(recorded, present, program_->is_same()))
    fmt::print("The first thing that differs is in step {}.\n  recorded: {}\n  now:      {}\n", difference->number,
               difference->recorded, difference->now);
}

check::Finding ReplaySession::traced_finding() const {
  const trace::Trace& trace = read_.trace;
  check::Finding finding{};
  finding.kind = *kind_named(trace.finding.kind);
  finding.identity = trace.finding.identity;
  finding.observed = trace.finding.observed;
  if (trace.finding.step) finding.step = *trace.finding.step;
  if (trace.finding.other_step) finding.other_step = *trace.finding.other_step;
  finding.schedule = trace.schedule;
  finding.is_cut = is_cut(trace);
  finding.execution = trace.finding.execution;
  return finding;
}

Diagnosis ReplaySession::diagnosis_of(ReplayedExecution replayed) const {
  const trace::Trace& trace = read_.trace;
  check::Finding finding = traced_finding();
  finding.outcome = replayed.execution.view().outcome();
  Diagnosis diagnosis{.finding = std::move(finding),
                      .execution = std::move(replayed.execution),
                      .output = std::move(replayed.output),
                      .error_output = std::move(replayed.error_output),
                      .formula = trace.shown.formula,
                      .atoms = trace.shown.atoms,
                      .flow = trace.shown.flow};
  if (const auto& before = trace.shown.original)
    diagnosis.original_size = {
        .preemptions = before->preemptions, .switches = before->switches, .steps = before->steps};
  return diagnosis;
}

}  // namespace selvage::cli
