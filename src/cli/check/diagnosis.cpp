#include "cli/check/diagnosis.h"

#include <fmt/format.h>

#include <algorithm>

#include <nlohmann/json.hpp>

#include "check/checker.h"
#include "cli/check/drawn_batches.h"
#include "cli/check/information_flow.h"
#include "cli/program/end_identity.h"
#include "cli/program/execution_size.h"
#include "cli/program/self_check.h"
#include "cli/show/heap_blocks.h"
#include "cli/show/operation_text.h"
#include "cli/show/outcome_text.h"
#include "cli/show/showing.h"
#include "cli/show/step_events.h"
#include "cli/show/trace_file.h"
#include "cli/text.h"
#include "contract/dependence.h"
#include "target/unseen_code.h"
#include "trace/settings.h"

namespace selvage::cli {
namespace {

using check::Finding;
using check::FindingKind;
using target::Error;
using target::ExecutionView;
using target::ExitCode;

DiagnosedOperation diagnosed(const target::EventView& view, Names& names) {
  target::SiteId number{view.event->site};
  target::Site site = names.modules.site(number);
  DiagnosedOperation result;
  result.event = *view.event;
  result.place = {site.file, site.line};
  result.where = names.place(number);
  result.stack = names.symbolizer.stack(view.stack, target::Symbolizer::First::ReturnAddress);
  return result;
}

bool is_watched(const Event& event) {
  return traits(event.operation).object == ObjectKind::Memory && (event.flags & kEventLocal) != 0 &&
         (event.flags & kEventWatched) != 0;
}

// The race detector knows nothing of what is only recorded to be shown.
bool can_race(const Event& a, const Event& b) {
  return !is_watched(a) && !is_watched(b) && check::can_race(footprint_of(a), footprint_of(b));
}

// The access that a thread waits with, going round a loop, as if it were executed once more. A compare-exchange is made in vain.
Event waiting_access(const ThreadRecord& thread) {
  uint8_t flags = thread.flags;
  if (thread.pending == Operation::AtomicCompareExchange) flags |= kEventFailed;
  return {thread.thread, thread.pending, flags, 0, 1, thread.site, thread.size, thread.object, thread.found};
}

bool find_waiting_access(const StepEvents& steps, Diagnosis& diagnosis, Names& names) {
  for (const target::EventView& a : steps.of(diagnosis.finding.step)) {
    for (const ThreadRecord& thread : diagnosis.execution.view().threads()) {
      Event waiting = waiting_access(thread);
      bool waits = thread.state == ThreadState::Alive && thread.enabled == 0 && thread.loop_site != 0;
      // Others may wait with accesses to the same memory that are ordered.
      bool is_found = diagnosis.finding.other_site == 0 || thread.site == diagnosis.finding.other_site;
      if (!waits || !is_found || thread.thread == a.event->thread || !can_race(*a.event, waiting)) continue;
      diagnosis.operation = diagnosed(a, names);
      diagnosis.other_operation = diagnosed({.event = &waiting, .enabled = {}, .values = {}, .stack = {}}, names);
      return true;
    }
  }
  return false;
}

// The accesses of a race, in steps that may hold others besides. False: there are none.
bool find_accesses(const StepEvents& steps, Diagnosis& diagnosis, Names& names) {
  model::Position first = diagnosis.finding.step, second = diagnosis.finding.other_step;
  if (first >= steps.size()) return false;
  if (second == model::kNone) return find_waiting_access(steps, diagnosis, names);
  if (second >= steps.size()) return false;
  for (const target::EventView& a : steps.of(first)) {
    for (const target::EventView& b : steps.of(second)) {
      if (!can_race(*a.event, *b.event)) continue;
      diagnosis.operation = diagnosed(a, names);
      diagnosis.other_operation = diagnosed(b, names);
      return true;
    }
  }
  return false;
}

bool find_misuse(const StepEvents& steps, Diagnosis& diagnosis, Names& names) {
  if (diagnosis.finding.step >= steps.size()) return false;
  for (const target::EventView& view : steps.of(diagnosis.finding.step)) {
    if ((view.event->flags & kEventMisuse) == 0) continue;
    diagnosis.operation = diagnosed(view, names);
    return true;
  }
  return false;
}

std::string race_message(const DiagnosedOperation& first, const DiagnosedOperation& second, Names& names) {
  auto access = [](const DiagnosedOperation& one) {
    return fmt::format("{} {} it{}", thread_name(one.event.thread), access_verb(one.event.operation),
                       one.where.empty() ? "" : " at " + one.where);
  };
  return fmt::format("data race on {}: {}, {}, and nothing orders the two",
                     names.object(ObjectKind::Memory, first.event.object), access(first), access(second));
}

std::string misuse_message(const DiagnosedOperation& operation, Names& names) {
  ObjectKind kind = traits(operation.event.operation).object;
  return fmt::format("{} {} {} against its rules; the call returns an error", thread_name(operation.event.thread),
                     doing_verb(operation.event.operation), names.object(kind, operation.event.object));
}

void describe(Diagnosis& diagnosis, Names& names) {
  const ExecutionView& execution = diagnosis.execution.view();
  if (diagnosis.finding.kind == FindingKind::Temporal) {
    diagnosis.message = fmt::format("temporal property {} does not hold", diagnosis.formula);
  } else if (diagnosis.finding.kind == FindingKind::Flow) {
    diagnosis.message = diagnosis.flow ? flow_message(*diagnosis.flow) : "information flow";
  } else if (diagnosis.finding.kind == FindingKind::ExitStatus) {
    diagnosis.message = exit_status_message(execution);
  } else if (diagnosis.operation && diagnosis.other_operation) {
    diagnosis.message = race_message(*diagnosis.operation, *diagnosis.other_operation, names);
  } else if (diagnosis.operation) {
    diagnosis.message = misuse_message(*diagnosis.operation, names);
  } else {
    diagnosis.message = finding_message(execution, names);
  }
  diagnosis.place = diagnosis.operation                                 ? diagnosis.operation->place
                    : diagnosis.finding.kind == FindingKind::ExitStatus ? exit_place(execution, names)
                                                                        : finding_place(execution, names);
}

// What tells this end of an execution from others.
uint64_t end_of(FindingKind kind, const ExecutionView& execution) {
  if (kind == FindingKind::ExitStatus) return exit_identity(execution);
  return check::identity_of({.site = end_site(execution), .identity = end_identity(execution)});
}

}  // namespace

bool complete(Diagnosis& diagnosis, Names& names) {
  const Finding& finding = diagnosis.finding;
  StepEvents steps(diagnosis.execution.view());
  HeapBlocks(diagnosis.execution.view(), names).give_names(names);
  bool there = finding.kind == FindingKind::DataRace     ? find_accesses(steps, diagnosis, names)
               : finding.kind == FindingKind::ExitStatus ? has_refused_status(diagnosis.execution.view())
               : finding.step != model::kNone            ? find_misuse(steps, diagnosis, names)
                                                         : true;
  diagnosis.size = size_of(diagnosis.execution.view());
  if (there) describe(diagnosis, names);
  return there;
}

// From the first thread on, so that the creation of threads is recorded too; the steps are the same.
Configuration Diagnoser::configuration() const {
  Configuration configuration = make_configuration(options_);
  configuration.root = Root::FirstThread;
  configuration.knows_blocks = 1;
  return configuration;
}

std::unique_ptr<target::ProgramTarget> Diagnoser::start(size_t shared_count) {
  auto program = launcher_.make_target(configuration());
  program->thread_paths().adopt(context_.thread_paths);
  program->start();
  program->share(std::span(context_.shared).first(std::min(shared_count, context_.shared.size())));
  return program;
}

// Such code may wait for another thread, which cannot run meanwhile.
static void refuse_if_in_unseen_code(const ExecutionView& execution, Names& names) {
  if (execution.outcome() != Outcome::Stuck) return;
  const bool is_there = std::ranges::any_of(execution.stack(), [&](uint64_t address) {
    return target::may_be_in_unseen_code(names.modules, target::TargetAddress{address});
  });
  const bool was_there = execution.record().called_unseen != 0 && target::has_unseen_code(names.modules);
  if (!is_there && !was_there) return;
  SourcePlace place = finding_place(execution, names);
  throw Error(
      ExitCode::CannotStart,
      fmt::format("{} {} code that Selvage does not see{}: inline assembly, or a library or an object that the "
                  "wrappers did not compile. If it waits there for another thread, it waits for ever, because threads "
                  "are not switched in such code. Compile it with the wrappers, or replace the assembly by atomics.",
                  thread_name(execution.record().thread),
                  is_there ? "does not come back from" : "goes round a loop that calls",
                  place.file.empty() ? "" : fmt::format(" ({}:{})", place.file, place.line)));
}

Diagnosis Diagnoser::diagnose(const Finding& finding, Names& names) {
  auto program = start(finding.shared_count);
  target::ScheduleBatch batch;
  target::ScheduleRequest request{.steps = finding.schedule,
                                  .policy = finding.is_cut ? Policy::Stop : Policy::Continue,
                                  .flags = record_flags(finding)};
  // A random execution that could not record its steps is drawn again.
  auto drawn = context_.unrecorded.find(finding.execution - 1);
  if (finding.schedule.empty() && drawn != context_.unrecorded.end())
    request = request_of(drawn->second, record_flags(finding));
  batch.append(request);
  std::optional<Diagnosis> result;
  program->run(batch, [&](size_t, const ExecutionView& execution) {
    result.emplace(
        Diagnosis{.finding = finding,
                  .execution = target::StoredExecution(execution, program->is_single_threaded() ? 0 : kRecordAll),
                  .output = program->output(execution),
                  .error_output = program->error_output(execution)});
  });
  if (!result) throw Error(ExitCode::BudgetEnded, "Interrupted while executing a finding again.");
  for (const auto& [object, name] : program->channels()) names.objects.call(ObjectKind::Observation, object, name);
  const ExecutionView& execution = result->execution.view();
  if (execution.outcome() != finding.outcome) {
    std::string why = execution.message().empty() ? "" : fmt::format(" ({})", execution.message());
    throw not_deterministic_error(fmt::format("an execution {} the first time and {} the second time{}",
                                              outcome_phrase(finding.outcome), outcome_phrase(execution.outcome()),
                                              why));
  }
  refuse_if_in_unseen_code(execution, names);
  if (finding.kind == FindingKind::Temporal && finding.identity <= context_.formulas.size()) {
    result->formula = context_.formulas[finding.identity - 1];
    result->atoms = context_.atoms;
  }
  if (!complete(*result, names))
    throw not_deterministic_error("an operation was there the first time and was not the second time");
  return std::move(*result);
}

std::unique_ptr<Diagnosis> Diagnoser::original_of(const Finding& finding, Names& names) {
  try {
    return std::make_unique<Diagnosis>(diagnose(finding, names));
  } catch (const Error& error) {
    if (error.exit_code() == ExitCode::BudgetEnded) throw;  // interrupted
    return nullptr;
  }
}

Diagnosis Diagnoser::diagnose(const Finding& finding, const minimise::Result& smaller, Names& names) {
  try {
    Diagnosis diagnosis = diagnose(smaller.smallest.finding, names);
    bool is_end = finding.step == model::kNone && finding.kind != FindingKind::Temporal;
    if (!is_end || end_of(finding.kind, diagnosis.execution.view()) == finding.identity) {
      diagnosis.original_size = smaller.original;
      diagnosis.original = original_of(finding, names);
      return diagnosis;
    }
  } catch (const Error& error) {
    if (error.exit_code() == ExitCode::BudgetEnded) throw;  // interrupted
  }
  return diagnose(finding, names);
}

Error Diagnoser::unmodelled(const std::vector<Step>& schedule, Names& names) {
  auto program = start(context_.shared.size());
  target::ScheduleBatch batch;
  batch.append({.steps = schedule});
  std::string sentence;
  program->run(batch, [&](size_t, const ExecutionView& execution) {
    sentence = std::string(execution.message());
    std::string place = names.place(target::SiteId{execution.record().site});
    if (!place.empty()) sentence += fmt::format(" ({})", place);
  });
  return Error(ExitCode::CannotStart, sentence + ".");
}

Error Diagnoser::not_deterministic(const std::vector<Step>& schedule, Names& names) {
  auto program = start(context_.shared.size());
  target::ScheduleBatch batch;
  constexpr uint32_t kFlags = kRecordEvents | kRecordLocal;
  for (int i = 0; i < 2; ++i) batch.append({.steps = schedule, .flags = kFlags});
  std::optional<target::StoredExecution> first;
  std::optional<std::string> difference;
  program->run(batch, [&](size_t i, const ExecutionView& execution) {
    if (i == 0) {
      first.emplace(execution, kFlags);
    } else {
      difference = first_difference(first->view(), execution, names);
    }
  });
  return not_deterministic_error(
      difference.value_or(fmt::format("it went another way within the first {} of an execution than it had gone before",
                                      counted(schedule.size(), "step"))));
}

void Diagnoser::first_execution(std::string& output, std::string& error_output) {
  auto program = start(context_.shared.size());
  target::ScheduleBatch batch;
  batch.append({});
  program->run(batch, [&](size_t, const ExecutionView& execution) {
    output = program->output(execution);
    error_output = program->error_output(execution);
  });
}

void Diagnoser::save(const Diagnosis& diagnosis, Names& names, const std::string& path) const {
  trace::Trace trace;
  trace.selvage_version = SELVAGE_VERSION;
  trace.contract_version = kContractVersion;
  trace.program = traced_program(launcher_, options_);
  trace.settings = trace::settings_json(configuration()).dump();
  size_t shared_count = std::min(diagnosis.finding.shared_count, context_.shared.size());
  trace.shared.assign(context_.shared.begin(), context_.shared.begin() + static_cast<ptrdiff_t>(shared_count));
  trace.threads = context_.thread_paths;
  trace.shown = counterexample_of(diagnosis, options_, names);
  describe_finding(trace, diagnosis, names);
  write_trace_file(path, trace);
}

std::string rerun_command(const CheckOptions& options, const Diagnosis& diagnosis) {
  std::string command = "selvage replay " + shell_quoted(diagnosis.saved_file);
  // How an execution is carried out is not part of its trace.
  if (options.carrier == Carrier::OsThreads) command += " --carrier os-threads";
  if (options.restart) command += *options.restart == Restart::Fork ? " --restart fork" : " --restart snapshot";
  return command;
}

}  // namespace selvage::cli
