#include "cli/show/trace_file.h"

#include <fmt/format.h>

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <span>

#include "cli/check/checkpoint.h"
#include "cli/program/source_parts.h"
#include "cli/show/outcome_text.h"
#include "cli/show/recording.h"
#include "cli/whole_file.h"
#include "target/byte_source.h"
#include "target/error.h"
#include "trace/writer.h"

namespace selvage::cli {
namespace {

using target::Error;
using target::ExitCode;

constexpr uint64_t kLargestFile = uint64_t{4} << 30;

std::optional<uint32_t> position_of(model::Position step) {
  return step == model::kNone ? std::nullopt : std::optional<uint32_t>(static_cast<uint32_t>(step));
}

using RecordedSteps = std::vector<trace::RecordedStep>;

std::optional<trace::SiteIndex> site_of(const RecordedSteps& steps, const std::optional<uint32_t>& step) {
  return step && *step < steps.size() ? steps[*step].site : std::nullopt;
}

trace::Finding traced_finding(const Diagnosis& diagnosis, const RecordedSteps& steps) {
  const check::Finding& found = diagnosis.finding;
  trace::Finding finding;
  finding.kind = check::finding_kind_name(found.kind);
  finding.message = diagnosis.message;
  finding.identity = found.identity;
  finding.outcome = outcome_name(found.outcome);
  finding.step = position_of(found.step);
  finding.other_step = position_of(found.other_step);
  finding.site = site_of(steps, finding.step);
  finding.other_site = site_of(steps, finding.other_step);
  finding.observed = found.observed;
  finding.execution = found.execution;
  return finding;
}

}  // namespace

void describe_finding(trace::Trace& trace, const Diagnosis& diagnosis, Names& names) {
  const Diagnosis* original = diagnosis.original.get();
  RecordedExecution recorded =
      record_of(diagnosis.execution.view(), names, original != nullptr ? &original->execution.view() : nullptr);
  trace.recording = std::move(recorded.recording);
  trace.schedule = diagnosis.finding.schedule;
  // Of a random execution that could not record its steps when it was drawn.
  if (trace.schedule.empty()) {
    for (const trace::RecordedStep& step : trace.recording.steps)
      trace.schedule.push_back({step.thread, step.alternative});
  }
  trace.finding = traced_finding(diagnosis, trace.recording.steps);
  if (original != nullptr)
    trace.original = trace::Original{.schedule = original->finding.schedule,
                                     .shared = original->finding.shared_count,
                                     .finding = traced_finding(*original, recorded.original),
                                     .steps = recorded.original};
  trace.sources = source_parts(trace);
}

trace::Program traced_program(const ProgramLauncher& launcher, const LaunchOptions& options) {
  trace::Program program;
  program.files = options.program;
  std::error_code error;
  program.directory = std::filesystem::current_path(error).string();
  program.compiler_flags = compiler_flags(options);
  program.arguments = options.arguments;
  program.hash = hash_of_file(launcher.executable());
  program.size = std::filesystem::file_size(launcher.executable(), error);
  program.input_bytes = launcher.input().bytes;
  if (program.input_bytes <= trace::kLongestInput) program.input = target::contents(launcher.input());
  return program;
}

void write_trace_file(const std::string& path, const trace::Trace& trace) {
  if (int error = write_whole_file(path, trace::to_bytes(trace)); error != 0)
    throw Error(ExitCode::Usage, fmt::format("The trace {} cannot be written: {}.", path, std::strerror(error)));
}

std::string read_whole_file(const std::string& path, const char* what) {
  auto source = target::open_file_bytes(path);
  if (source == nullptr || source->size() > kLargestFile) {
    throw Error(ExitCode::Usage, fmt::format("The {} {} cannot be read: {}.", what, path,
                                             source == nullptr ? std::strerror(errno) : "it is too large"));
  }
  std::string bytes(source->size(), '\0');
  if (!source->read(0, std::as_writable_bytes(std::span(bytes))))
    throw Error(ExitCode::Usage, fmt::format("The {} {} cannot be read: {}.", what, path, std::strerror(EIO)));
  return bytes;
}

trace::Read read_trace_file(const std::string& path) {
  trace::Read read = trace::parse(read_whole_file(path, "trace"));
  if (read.condition == trace::Condition::NotATrace)
    throw Error(ExitCode::Usage,
                fmt::format("{} is not a trace: give a file that selvage check wrote about a finding.", path));
  return read;
}

}  // namespace selvage::cli
