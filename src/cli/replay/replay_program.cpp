#include "cli/replay/replay_program.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <set>

#include <nlohmann/json.hpp>

#include "cli/check/checkpoint.h"
#include "cli/check/diagnosis.h"
#include "contract/argument_blocks.h"
#include "target/error.h"
#include "trace/comparison.h"
#include "trace/settings.h"

namespace selvage::cli {
namespace {

namespace fs = std::filesystem;
using target::Error;
using target::ExitCode;

bool are_there(const fs::path& directory, const std::vector<std::string>& files) {
  std::error_code error;
  return !files.empty() &&
         std::ranges::all_of(files, [&](const std::string& file) { return fs::exists(directory / file, error); });
}

}  // namespace

ReplayProgram::ReplayProgram(ReplayOptions& options, const trace::Trace& trace)
    : options_(options), trace_(trace), launcher_(options) {}

// Where it was checked, and everything that it opens is found as it was then; or here; or beside the trace.
void ReplayProgram::find_program() {
  options_.arguments = trace_.program.arguments;
  if (!options_.program.empty()) return;
  options_.program = trace_.program.files;
  options_.compiler_flags = trace_.program.compiler_flags;
  std::error_code error;
  fs::path beside = fs::absolute(options_.trace_file, error).parent_path();
  for (const fs::path& directory : {fs::path(trace_.program.directory), fs::current_path(error), beside}) {
    if (directory.empty() || !are_there(directory, options_.program)) continue;
    fs::current_path(directory, error);
    if (!error) return;
  }
  throw Error(ExitCode::CannotStart, fmt::format("The program {} is not there any more: name it with --program.",
                                                 options_.program.empty() ? "of the trace" : options_.program.front()));
}

Configuration ReplayProgram::configuration() const {
  Configuration configuration = launch_configuration(options_);
  trace::apply_settings(nlohmann::json::parse(trace_.settings), configuration);
  configuration.root = Root::FirstThread;
  configuration.knows_blocks = 1;
  return configuration;
}

void ReplayProgram::prepare() {
  find_program();
  check_launch_options(options_);
  if (trace_.program.input_bytes > trace_.program.input.size()) {
    launcher_.prepare();
    if (launcher_.input().bytes != trace_.program.input_bytes)
      throw Error(ExitCode::Usage,
                  fmt::format("The program read {} bytes of standard input, too many to be kept in the "
                              "trace: give the same input again.",
                              trace_.program.input_bytes));
  } else {
    launcher_.prepare(target::standard_input_of(trace_.program.input));
  }
  is_same_ = hash_of_file(launcher_.executable()) == trace_.program.hash;
  target_ = launcher_.make_target(configuration());
  target_->thread_paths().adopt(trace_.threads);
  target_->start();
  names_ = launcher_.names(*target_);
  target_->share(shared_locations());
}

// In another build variables lie elsewhere. Where a step of the trace accesses a shared variable, that variable is shared.
std::vector<SharedLocation> ReplayProgram::shared_locations() {
  if (is_same_) return trace_.shared;
  std::set<SharedLocation> recorded(trace_.shared.begin(), trace_.shared.end());
  std::set<SharedLocation> result;
  for (SharedLocation location : recorded) {
    if (location < kSharingGranule || is_about_blocks(location) || trace::may_move({.address = location}))
      result.insert(location);
  }
  for (const trace::RecordedStep& step : trace_.recording.steps) {
    if (!step.object) continue;
    const trace::Object& object = trace_.recording.objects[*step.object];
    if (trace::may_move(object)) continue;
    auto present = names_->modules.address_of(object.name);
    if (!present) continue;
    if (object.kind != "memory") {
      if (recorded.contains(object.address)) result.insert(target::number(*present));
      continue;
    }
    for (uint64_t i = 0; i < std::max<uint64_t>(step.size, 1); ++i) {
      uint64_t was = (object.address + i) / kSharingGranule * kSharingGranule;
      if (recorded.contains(was)) result.insert((target::number(*present) + i) / kSharingGranule * kSharingGranule);
    }
  }
  return {result.begin(), result.end()};
}

std::pair<uint64_t, uint64_t> ReplayProgram::runtime_range() const {
  const target::ModuleImage& image = names_->modules.program();
  uint64_t load_address = target_->modules().empty() ? 0 : target_->modules().front().load_address;
  return {target::number(image.runtime_begin) + load_address, target::number(image.runtime_end) + load_address};
}

ReplayedExecution ReplayProgram::run(const target::ScheduleRequest& request) {
  target::ScheduleBatch batch;
  batch.append(request);
  std::optional<ReplayedExecution> result;
  target_->run(batch, [&](size_t, const target::ExecutionView& execution) {
    uint32_t flags = target_->is_single_threaded() ? 0 : request.flags;
    result.emplace(ReplayedExecution{target::StoredExecution(execution, flags), target_->output(execution),
                                     target_->error_output(execution)});
  });
  if (!result) throw Error(ExitCode::BudgetEnded, "Interrupted.");
  for (const auto& [object, name] : target_->channels()) names_->objects.call(ObjectKind::Observation, object, name);
  return std::move(*result);
}

void ReplayProgram::run(const target::ScheduleBatch& batch, const target::ProgramTarget::Visitor& visit) {
  target_->run(batch, visit);
}

void ReplayProgram::stand(const target::ScheduleRequest& request, const std::function<void(pid_t process)>& look) {
  target::ScheduleRequest standing = request;
  standing.flags |= kStandAtEnd;
  bool seen = false;
  target_->when_standing([&](pid_t process) {
    seen = true;
    look(process);
  });
  target::ScheduleBatch batch;
  batch.append(standing);
  target_->run(batch, [](size_t, const target::ExecutionView&) {});
  target_->when_standing(nullptr);
  if (!seen) throw Error(ExitCode::CannotStart, "The program is gone before one can look at it.");
}

void ReplayProgram::stop() {
  if (target_) target_->stop();
}

}  // namespace selvage::cli
