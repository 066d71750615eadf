#include "cli/run/run_report.h"

#include <fmt/format.h>

#include <cstdio>
#include <filesystem>

#include "cli/program/end_identity.h"
#include "cli/show/explanation.h"
#include "cli/show/outcome_text.h"
#include "cli/text.h"

namespace selvage::cli {
namespace {

std::string outcome_table(const Tally& tally) {
  std::string text;
  for (size_t i = 0; i < Tally::kOutcomes; ++i) {
    auto outcome = static_cast<Outcome>(i);
    if (tally.of(outcome) == 0) continue;
    text += fmt::format("  {:>15}  {}\n", grouped(tally.of(outcome)), outcome_phrase(outcome));
  }
  return text;
}

std::string rate_sentence(const RunResult& result) {
  uint64_t executions = result.tally.executions();
  std::string text = fmt::format("{} in {:.2f} s", counted(executions, "execution"), result.seconds);
  if (executions > 1 && result.seconds > 0) {
    text += fmt::format(" ({} per second)",
                        grouped(static_cast<uint64_t>(static_cast<double>(executions) / result.seconds)));
  }
  return text + (result.interrupted ? ", then interrupted" : "");
}

std::string indented(const std::string& text) {
  std::string result;
  size_t position = 0;
  while (position < text.size()) {
    size_t end = text.find('\n', position);
    result += "    " + text.substr(position, end - position) + "\n";
    if (end == std::string::npos) break;
    position = end + 1;
  }
  return result;
}

void print_reported(const RunOptions& options, RunSession& session, const ReportedExecution& reported) {
  const target::ExecutionView& execution = reported.execution.view();
  Names& names = *session.names();
  bool is_status = has_refused_status(execution);
  SourcePlace place = is_status ? exit_place(execution, names) : finding_place(execution, names);
  std::string where = fmt::format("{}:{}", names.file(place.file), place.line);
  // Messages of assertions name the file as the compiler was given it.
  std::string short_where = fmt::format("{}:{}", std::filesystem::path(place.file).filename().string(), place.line);
  std::string message = is_status ? exit_status_message(execution) : finding_message(execution, names);
  bool add_place = !place.file.empty() && message.find(short_where) == std::string::npos;
  fmt::print(stderr, "\nExecution {} {} after {}: {}{}.\n{}", reported.index, outcome_phrase(execution.outcome()),
             counted(execution.record().step_count, "step"), message, add_place ? " (" + where + ")" : "",
             explain(execution, names));
  if (session.is_mass_run()) {
    if (!reported.output.empty()) fmt::print(stderr, "  its standard output:\n{}", indented(reported.output));
    if (!reported.error_output.empty())
      fmt::print(stderr, "  its standard error:\n{}", indented(reported.error_output));
  }
  fmt::print(stderr, "Run it again: {}\n", rerun_command(options, reported.index, session.thread_paths()));
}

void print_warnings(const RunOptions& options, const RunSession& session, const RunResult& result) {
  const Tally& tally = result.tally;
  if (session.is_single_threaded() && options.executions.value_or(1) > 1) {
    fmt::print(stderr, "The program never started a thread: it has only this one execution.\n");
  }
  if (tally.of(Outcome::StepLimit) != 0) {
    std::string who = tally.of(Outcome::StepLimit) == 1 ? "1 execution was"
                                                        : counted(tally.of(Outcome::StepLimit), "execution") + " were";
    if (tally.cut_by().empty())
      fmt::print(stderr, "{} cut off after {}: raise --max-steps if the program needs more.\n", who,
                 counted(options.max_steps, "step"));
    else
      fmt::print(stderr, "{} cut off: {}.\n", who, tally.cut_by());
  }
  if (std::string note = session.input_note(); !note.empty()) fmt::print(stderr, "{}\n", note);
  if (session.unrepeated_ends() != 0) {
    fmt::print(stderr,
               "{} the program died in a way that did not repeat when the same schedule ran alone: an "
               "execution before "
               "it must have overwritten memory of Selvage; try --restart fork.\n",
               session.unrepeated_ends() == 1 ? "Once" : fmt::format("{} times", session.unrepeated_ends()));
  }
}

}  // namespace

void print_report(const RunOptions& options, RunSession& session, const RunResult& result) {
  const auto& reported = session.reported();
  bool single = !session.is_mass_run() && reported.has_value();
  if (single) {
    // Standard output may be taken by the trace.
    std::FILE* output = options.trace_file == "-" ? stderr : stdout;
    std::fwrite(reported->output.data(), 1, reported->output.size(), output);
    std::fflush(output);
    std::fwrite(reported->error_output.data(), 1, reported->error_output.size(), stderr);
  }
  bool failed = reported && goes_wrong(reported->execution.view());
  if (options.quiet && !failed) return;
  if (single) {
    const ExecutionRecord& record = reported->execution.view().record();
    std::string status = record.outcome == Outcome::Completed ? fmt::format(" with exit status {}", record.status) : "";
    fmt::print(stderr, "1 execution of {} in {:.2f} s: it {}{}.\n", counted(record.step_count, "step"), result.seconds,
               outcome_phrase(record.outcome), status);
  } else {
    fmt::print(stderr, "{}:\n{}", rate_sentence(result), outcome_table(result.tally));
  }
  print_warnings(options, session, result);
  if (failed) print_reported(options, session, *reported);
}

}  // namespace selvage::cli
