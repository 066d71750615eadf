#include "cli/run/run_session.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cstdio>

#include "cli/check/progress.h"
#include "cli/interrupt.h"
#include "cli/program/batch_size.h"
#include "cli/program/end_identity.h"
#include "cli/program/self_check.h"
#include "cli/show/explanation.h"
#include "cli/show/outcome_text.h"
#include "cli/text.h"
#include "sample/seeds.h"
#include "target/error.h"

namespace selvage::cli {
namespace {

using target::Error;
using target::ExecutionView;
using target::ExitCode;
using Clock = std::chrono::steady_clock;

[[noreturn]] void not_deterministic(uint64_t index, const std::string& difference) {
  throw not_deterministic_error(fmt::format("in execution {}, {}", index, difference));
}

std::string progress_line(const Tally& tally, uint64_t total, double seconds) {
  uint64_t done = tally.executions();
  double rate = static_cast<double>(done) / seconds;
  std::string line = fmt::format("{} of {}, {} per second", grouped(done), counted(total, "execution"),
                                 grouped(static_cast<uint64_t>(rate)));
  if (tally.failed_executions() != 0) line += fmt::format(", {} went wrong", grouped(tally.failed_executions()));
  if (done != 0) line += fmt::format(", {} left", duration_text(static_cast<double>(total - done) / rate));
  return line;
}

}  // namespace

RunSession::RunSession(const RunOptions& options) : options_(options), launcher_(options) {}

RunSession::~RunSession() = default;

void RunSession::prepare() {
  total_ = options_.executions.value_or(1);
  std::vector<ThreadPath> paths = options_.thread_paths;
  if (!options_.schedule_file.empty()) {
    schedules_ = read_schedule_file(options_.schedule_file);
    uint64_t available = schedules_.executions.size();
    if (options_.first >= available) {
      throw Error(ExitCode::Usage,
                  fmt::format("{} holds {} executions: --first must be smaller.", options_.schedule_file, available));
    }
    total_ = std::min(options_.executions.value_or(available), available - options_.first);
    if (paths.empty()) paths = schedules_.thread_paths;
  }

  launcher_.prepare();
  names_ = launcher_.names();
  if (!options_.trace_file.empty()) {
    trace_ = std::make_unique<TraceWriter>(options_.trace_file);
    trace_->write_header(options_.program.front(), options_.arguments);
  }
  Configuration configuration = make_configuration(options_);
  schedules_.apply(configuration);
  target_ = launcher_.make_target(configuration);
  target_->share(schedules_.shared);
  if (!target_->thread_paths().adopt(paths)) {
    throw Error(ExitCode::Usage, "The thread paths do not fit together: give them as a trace or a report states them.");
  }
  target_->start();
  names_ = launcher_.names(*target_);
}

void RunSession::execute(RunResult& result) {
  Clock::time_point begin = Clock::now();
  Progress progress(options_.quiet);
  BatchSize batch_size;
  if (target_->is_single_threaded()) total_ = 1;
  try {
    for (uint64_t done = 0; done < total_ && !interrupted();) {
      uint64_t count = std::min(batch_size.current(), total_ - done);
      Clock::time_point batch_begin = Clock::now();
      run_batch(options_.first + done, count, result);
      batch_size.adapt(Clock::now() - batch_begin);
      done += count;
      result.seconds = std::chrono::duration<double>(Clock::now() - begin).count();
      if (progress.due()) progress.show(progress_line(result.tally, total_, progress.seconds()));
    }
    if (is_mass_run() && !interrupted()) run_reported_again();
  } catch (const Error&) {
    result.seconds = std::chrono::duration<double>(Clock::now() - begin).count();
    if (trace_) trace_->finish();
    throw;
  }
  if (trace_) trace_->finish();
  result.interrupted = interrupted();
  if (reported_ && goes_wrong(reported_->execution.view())) {
    const ExecutionView& execution = reported_->execution.view();
    result.exit_code = has_refused_status(execution) ? ExitCode::Crash : finding_exit_code(execution.outcome());
  } else if (result.interrupted) {
    result.exit_code = ExitCode::BudgetEnded;
  }
}

void RunSession::stop() {
  if (target_) target_->stop();
}

std::vector<ThreadPath> RunSession::thread_paths() const {
  auto paths = target_->thread_paths().all();
  return {paths.begin(), paths.end()};
}

uint32_t RunSession::recording_flags() const {
  if (!trace_) return 0;
  return kRecordEvents | kShowLivelock | (options_.trace_local ? kRecordLocal : 0U);
}

target::ScheduleRequest RunSession::request(uint64_t index, uint32_t flags) const {
  target::ScheduleRequest request;
  request.flags = flags;
  if (options_.random_seed) {
    request.policy = Policy::Random;
    request.seed = sample::execution_seed(*options_.random_seed, index);
  }
  if (!options_.schedule_file.empty()) request.steps = schedules_.executions[index];
  return request;
}

void RunSession::run_batch(uint64_t first, uint64_t count, RunResult& result) {
  target::ScheduleBatch batch;
  for (uint64_t i = 0; i < count; ++i) batch.append(request(first + i, recording_flags()));
  stuck_seen_in_batch_ = false;
  size_t visited =
      target_->run(batch, [&](size_t i, const ExecutionView& execution) { visit(first + i, execution, result); });
  if (options_.self_check == 0 || !is_mass_run() || target_->is_single_threaded() || stuck_seen_in_batch_) return;
  for (uint64_t i = first; i < first + visited; ++i) {
    if ((i + 1) % options_.self_check == 0) check_twice(i);
  }
}

void RunSession::visit(uint64_t index, const ExecutionView& execution, RunResult& result) {
  if (execution.outcome() == Outcome::Unmodelled) throw Error(ExitCode::CannotStart, with_place(execution));
  if (execution.outcome() == Outcome::ScheduleMismatch) {
    if (options_.schedule_file.empty()) not_deterministic(index, std::string(execution.message()));
    throw Error(ExitCode::Usage,
                fmt::format("The schedule {} does not fit the program: {}; record it again with --trace.",
                            options_.schedule_file, execution.message()));
  }
  if (execution.outcome() == Outcome::Stuck) stuck_seen_in_batch_ = true;
  if (result.tally.count(execution)) {
    bool is_status = has_refused_status(execution);
    SourcePlace place = is_status ? exit_place(execution, *names_) : finding_place(execution, *names_);
    result.tally.add(execution,
                     {.kind = is_status ? "exit_status" : outcome_name(execution.outcome()),
                      .execution = index,
                      .message = is_status ? exit_status_message(execution) : finding_message(execution, *names_),
                      .file = place.file,
                      .line = place.line});
  }
  if (trace_) trace_->write_execution(index, execution, *names_, target_->thread_paths().all());
  if (options_.show_output && is_mass_run() && index == options_.first) show_output(execution);
  if (!is_mass_run() || (!reported_ && goes_wrong(execution))) report(index, execution);
}

// The first batch holds one schedule only, so that its output is still there.
void RunSession::show_output(const ExecutionView& execution) const {
  std::string output = target_->output(execution), error_output = target_->error_output(execution);
  std::fwrite(output.data(), 1, output.size(), stdout);
  std::fflush(stdout);
  std::fwrite(error_output.data(), 1, error_output.size(), stderr);
}

std::string RunSession::with_place(const ExecutionView& execution) const {
  std::string sentence(execution.message());
  std::string place = names_->place(target::SiteId{execution.record().site});
  if (!place.empty()) sentence += fmt::format(" ({})", place);
  return sentence + ".";
}

void RunSession::report(uint64_t index, const ExecutionView& execution) {
  reported_.emplace(ReportedExecution{.index = index,
                                      .execution = target::StoredExecution(execution, recording_flags()),
                                      .output = target_->output(execution),
                                      .error_output = target_->error_output(execution)});
}

void RunSession::check_twice(uint64_t index) {
  target::ScheduleBatch batch;
  for (int i = 0; i < 2; ++i) batch.append(request(index, kRecordEvents));
  std::optional<target::StoredExecution> first;
  target_->run(batch, [&](size_t i, const ExecutionView& execution) {
    if (i == 0) {
      first.emplace(execution, kRecordEvents);
    } else if (auto difference = first_difference(first->view(), execution, *names_)) {
      not_deterministic(index, *difference);
    }
  });
}

// The reported execution ran among others: alone, its output can be shown, and it is certain that it repeats.
void RunSession::run_reported_again() {
  if (!reported_) return;
  Outcome expected = reported_->execution.view().outcome();
  uint64_t index = reported_->index;
  if (expected == Outcome::Stuck) return;
  target::ScheduleBatch batch;
  batch.append(request(index, recording_flags()));
  target_->run(batch, [&](size_t, const ExecutionView& execution) {
    if (execution.outcome() != expected) {
      not_deterministic(index, fmt::format("it {} the first time and {} the second time", outcome_phrase(expected),
                                           outcome_phrase(execution.outcome())));
    }
    report(index, execution);
  });
}

}  // namespace selvage::cli
