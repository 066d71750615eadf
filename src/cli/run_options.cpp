#include "cli/run_options.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "cli/text.h"

namespace selvage::cli {
namespace {

OperationSet scheduling_points(Points points) {
  OperationSet set;
  for (unsigned i = 1; i < kOperationCount; ++i) set.insert(static_cast<Operation>(i));
  set.erase(Operation::Allocate);
  if (points == Points::Synchronisation) {
    for (Operation access : {Operation::Read, Operation::Write, Operation::Free}) set.erase(access);
  }
  return set;
}

bool created_by_main(const std::vector<ThreadPath>& paths) {
  return std::ranges::all_of(paths, [](const ThreadPath& path) { return path.parent == 0; });
}

}  // namespace

Configuration make_configuration(const RunOptions& options) {
  Configuration configuration{};
  configuration.carrier = options.carrier;
  configuration.restart = options.effective_restart();
  configuration.timeouts = options.timeouts;
  configuration.spurious_wakeups = options.spurious_wakeups ? 1 : 0;
  configuration.nondet_low = options.nondet_low;
  configuration.nondet_high = options.nondet_high;
  configuration.points = scheduling_points(options.points);
  configuration.max_steps = options.max_steps;
  configuration.processor_count = options.processors;
  configuration.capture_output = 1;
  configuration.sharing = Sharing::Full;  // what is found to be shared depends on what was executed before
  configuration.memory_checks = 1;
  configuration.leak_check = options.leaks ? 1 : 0;
  configuration.start_time = 1'577'836'800;  // 1 January 2020: any fixed moment will do
  configuration.random_seed = 0x5e1fa9e;
  configuration.quarantine_bytes = uint64_t{1} << 20;
  return configuration;
}

std::string rerun_command(const RunOptions& options, uint64_t index, const std::vector<ThreadPath>& paths) {
  std::string command = "selvage run";
  auto add = [&command](const std::string& option, const std::string& value) {
    command += fmt::format(" {} {}", option, shell_quoted(value));
  };
  if (options.random_seed) add("--random", std::to_string(*options.random_seed));
  if (!options.schedule_file.empty()) add("--schedule", options.schedule_file);
  if (options.random_seed || !options.schedule_file.empty()) add("--first", std::to_string(index));
  // A schedule file may hold many executions.
  if (!options.schedule_file.empty()) add("--executions", "1");
  // Numbers of threads that other threads created depend on what was executed before.
  if (options.random_seed && !created_by_main(paths)) {
    std::vector<std::string> numbers;
    numbers.reserve(paths.size());
    for (const ThreadPath& path : paths) numbers.push_back(fmt::format("{}.{}", path.parent, path.child_index));
    add("--thread-paths", fmt::format("{}", fmt::join(numbers, ",")));
  }
  if (options.carrier == Carrier::OsThreads) add("--carrier", "os-threads");
  if (options.restart) add("--restart", *options.restart == Restart::Fork ? "fork" : "snapshot");
  if (options.points == Points::Synchronisation) add("--points", "sync");
  if (options.timeouts == TimeoutMode::Late) add("--timeouts", "late");
  if (options.timeouts == TimeoutMode::Never) add("--timeouts", "never");
  if (options.spurious_wakeups) command += " --spurious";
  if (options.leaks) command += " --leaks";
  if (options.nondet_low != RunOptions::kDefaultNondetLow || options.nondet_high != RunOptions::kDefaultNondetHigh) {
    add("--nondet", fmt::format("{}..{}", options.nondet_low, options.nondet_high));
  }
  if (options.max_steps != RunOptions::kDefaultMaxSteps) add("--max-steps", std::to_string(options.max_steps));
  if (options.processors != RunOptions::kDefaultProcessors) add("--cpus", std::to_string(options.processors));
  if (!options.compiler_flags.empty()) add("--cflags", options.compiler_flags);
  command += " " + shell_quoted(options.program);
  if (!options.arguments.empty()) command += " --";
  for (const std::string& argument : options.arguments) command += " " + shell_quoted(argument);
  return command;
}

}  // namespace selvage::cli
