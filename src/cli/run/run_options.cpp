#include "cli/run/run_options.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "cli/text.h"

namespace selvage::cli {
namespace {

bool created_by_main(const std::vector<ThreadPath>& paths) {
  return std::ranges::all_of(paths, [](const ThreadPath& path) { return path.parent == 0; });
}

}  // namespace

Configuration make_configuration(const RunOptions& options) {
  Configuration configuration = launch_configuration(options);
  if (options.points == Points::Synchronisation) {
    for (Operation access : {Operation::Read, Operation::Write, Operation::Free}) configuration.points.erase(access);
  }
  configuration.memory_checks = 1;
  configuration.leak_check = options.leaks ? 1 : 0;
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
  if (options.points == Points::Synchronisation) add("--points", "sync");
  if (options.leaks) command += " --leaks";
  if (options.max_steps != RunOptions::kDefaultMaxSteps) add("--max-steps", std::to_string(options.max_steps));
  command += settings_text(options) + program_text(options);
  return command;
}

}  // namespace selvage::cli
