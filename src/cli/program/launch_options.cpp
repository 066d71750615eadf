#include "cli/program/launch_options.h"

#include <fmt/format.h>
#include <unistd.h>

#include <charconv>
#include <string_view>

#include "cli/program/exit_statuses.h"
#include "cli/program/source_program.h"
#include "cli/text.h"
#include "target/error.h"

namespace selvage::cli {
namespace {

using target::Error;
using target::ExitCode;

OperationSet every_operation() {
  OperationSet set;
  for (unsigned i = 1; i < kOperationCount; ++i) set.insert(static_cast<Operation>(i));
  set.erase(Operation::Allocate);
  return set;
}

// "/dev/fd/63", as a shell makes it of <(command).
bool names_inherited_descriptor(const std::string& argument) {
  for (std::string_view folder : {"/dev/fd/", "/proc/self/fd/"}) {
    if (!argument.starts_with(folder)) continue;
    const char* end = argument.data() + argument.size();
    int number = 0;
    auto parsed = std::from_chars(argument.data() + folder.size(), end, number);
    return parsed.ec == std::errc() && parsed.ptr == end && number > STDERR_FILENO;
  }
  return false;
}

}  // namespace

Configuration launch_configuration(const LaunchOptions& options) {
  Configuration configuration{};
  configuration.carrier = options.carrier;
  configuration.restart = options.effective_restart();
  configuration.timeouts = options.timeouts;
  configuration.spurious_wakeups = options.spurious_wakeups ? 1 : 0;
  configuration.fair = options.no_fair ? 0 : 1;
  configuration.points = every_operation();
  configuration.max_steps = options.max_steps;
  configuration.processor_count = options.processors;
  configuration.nondet_low = options.nondet_low;
  configuration.nondet_high = options.nondet_high;
  configuration.allowed_statuses = options.exit_statuses;
  configuration.capture_output = 1;
  configuration.start_time = 1'577'836'800;  // 1 January 2020: any fixed moment will do
  configuration.random_seed = 0x5e1fa9e;
  configuration.quarantine_bytes = uint64_t{1} << 20;
  return configuration;
}

std::string settings_text(const LaunchOptions& options) {
  using Options = LaunchOptions;
  std::string text;
  if (options.carrier == Carrier::OsThreads) text += " --carrier os-threads";
  if (options.restart) text += *options.restart == Restart::Fork ? " --restart fork" : " --restart snapshot";
  if (options.timeouts == TimeoutMode::Late) text += " --timeouts late";
  if (options.timeouts == TimeoutMode::Never) text += " --timeouts never";
  if (options.spurious_wakeups) text += " --spurious";
  if (options.no_fair) text += " --no-fair";
  if (options.atomic_volatiles) text += *options.atomic_volatiles ? " --volatile atomic" : " --volatile plain";
  if (options.processors != Options::kDefaultProcessors) text += fmt::format(" --cpus {}", options.processors);
  if (options.nondet_low != Options::kDefaultNondetLow || options.nondet_high != Options::kDefaultNondetHigh)
    text += fmt::format(" --nondet {}..{}", options.nondet_low, options.nondet_high);
  if (options.exit_statuses != kSuccessOnly) text += " --exit-status " + exit_statuses_text(options.exit_statuses);
  return text;
}

std::string program_text(const LaunchOptions& options) {
  std::string text;
  if (!options.compiler_flags.empty()) text += " --cflags " + shell_quoted(options.compiler_flags);
  for (const std::string& file : options.program) text += " " + shell_quoted(file);
  if (!options.arguments.empty()) text += " --";
  for (const std::string& argument : options.arguments) text += " " + shell_quoted(argument);
  return text;
}

std::string compiler_flags(const LaunchOptions& options) {
  if (!options.atomic_volatiles) return options.compiler_flags;
  std::string blank = options.compiler_flags.empty() ? "" : " ";
  return options.compiler_flags + blank + "--selvage-volatile=" + (*options.atomic_volatiles ? "atomic" : "plain");
}

void check_launch_options(const LaunchOptions& options) {
  for (const std::string& argument : options.arguments)
    if (names_inherited_descriptor(argument))
      throw Error(ExitCode::Usage,
                  fmt::format("{} can be read once, and every execution would read it: give the program a file, or its "
                              "standard input.",
                              argument));
  if (options.carrier == Carrier::OsThreads && options.restart == Restart::Snapshot) {
    throw Error(ExitCode::Usage,
                "--carrier os-threads cannot be restored from a snapshot: leave --restart out, or say "
                "--restart fork.");
  }
  if (options.program.size() > 1) {
    for (const std::string& file : options.program) {
      if (is_source_file(file)) continue;
      throw Error(ExitCode::Usage,
                  fmt::format("{} is not a C or C++ source file: give one executable, or the source files of one "
                              "program; the program's own arguments follow after --.",
                              file));
    }
  }
}

}  // namespace selvage::cli
