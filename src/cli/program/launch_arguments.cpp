#include "cli/program/launch_arguments.h"

#include <charconv>

#include "cli/program/exit_statuses.h"

namespace selvage::cli {
namespace {

// "-3..7"
void parse_range(const std::string& text, LaunchOptions& options) {
  auto refuse = [] {
    throw CLI::ValidationError("--nondet", "give LOW..HIGH, two whole numbers, the lower one first");
  };
  size_t dots = text.find("..", 1);
  if (dots == std::string::npos) return refuse();
  const char* begin = text.data();
  const char* end = begin + text.size();
  int32_t low = 0, high = 0;
  auto first = std::from_chars(begin, begin + dots, low);
  auto second = std::from_chars(begin + dots + 2, end, high);
  if (first.ec != std::errc() || first.ptr != begin + dots || second.ec != std::errc() || second.ptr != end ||
      low > high)
    return refuse();
  // Every value is an alternative of one step.
  if (int64_t{high} - low >= UINT16_MAX)
    throw CLI::ValidationError("--nondet", "at most 65535 values can be told apart");
  options.nondet_low = low;
  options.nondet_high = high;
}

void add_program(CLI::App& command, LaunchOptions& options) {
  command
      .add_option("program", options.program,
                  "An executable built with selvage-cc or selvage-c++, or the C or C++ source files of one")
      ->required()
      ->type_name("PROGRAM|SOURCE...");
  command.add_option("--cflags", options.compiler_flags, "More flags for compiling SOURCE")->type_name("FLAGS");
}

void add_what_is_possible(CLI::App& command, LaunchOptions& options) {
  add_choice<TimeoutMode>(
      command, "--timeouts", options.timeouts,
      {{"explore", TimeoutMode::Explore}, {"late", TimeoutMode::Late}, {"never", TimeoutMode::Never}},
      "When a timed wait may time out: any time, when nothing else can run, never");
  command.add_flag("--spurious,--spurious-wakeups", options.spurious_wakeups,
                   "Condition variables may wake without a signal");
  command.add_flag("--no-fair", options.no_fair,
                   "A thread that goes round a loop without changing anything need not wait for others");
  CLI::callback_t assign_volatiles = [&options](const CLI::results_t& given) {
    if (given.back() != "atomic" && given.back() != "plain")
      throw CLI::ValidationError("--volatile", "give atomic or plain");
    options.atomic_volatiles = given.back() == "atomic";
    return true;
  };
  command
      .add_option("--volatile", assign_volatiles,
                  "What volatile accesses are: plain ones, or atomics as in programs from before C11 (plain)")
      ->type_name("atomic|plain");
  CLI::callback_t assign_range = [&options](const CLI::results_t& given) {
    parse_range(given.back(), options);
    return true;
  };
  command.add_option("--nondet", assign_range, "What __VERIFIER_nondet_... can return (0..1)")->type_name("LOW..HIGH");
  CLI::callback_t assign_statuses = [&options](const CLI::results_t& given) {
    if (std::string problem = parse_exit_statuses(given.back(), options.exit_statuses); !problem.empty())
      throw CLI::ValidationError("--exit-status", problem);
    return true;
  };
  command
      .add_option("--exit-status", assign_statuses,
                  "Exit statuses of the program that are no finding, besides 0: 3, or 3,77, or any")
      ->type_name("LIST");
  command.add_option("--cpus", options.processors, "Number of processors that the program is told (2)")
      ->type_name("N")
      ->check(CLI::Range(1, 1024).description(""));
}

}  // namespace

void add_carrying_options(CLI::App& command, LaunchOptions& options) {
  add_choice<Carrier>(command, "--carrier", options.carrier,
                      {{"fibers", Carrier::Fibers}, {"os-threads", Carrier::OsThreads}},
                      "What carries the program's threads: fibers (fast) or os-threads");
  add_choice<Restart>(command, "--restart", options.restart, {{"snapshot", Restart::Snapshot}, {"fork", Restart::Fork}},
                      "How the next execution starts: snapshot (fast) or fork");
  command
      .add_option("--watchdog", options.watchdog_seconds,
                  "Seconds that a thread may run without a visible operation (10)")
      ->check(positive())
      ->type_name("SECONDS");
  command
      .add_option("--start-limit", options.start_limit_seconds,
                  "Seconds that the program may take until its first thread (60)")
      ->check(positive())
      ->type_name("SECONDS");
}

CLI::Validator positive() {
  return CLI::Validator(
      [](std::string& text) {
        double value = 0;
        auto parsed = std::from_chars(text.data(), text.data() + text.size(), value);
        bool good = parsed.ec == std::errc() && parsed.ptr == text.data() + text.size() && value > 0;
        return good ? std::string() : text + " is not a number greater than zero";
      },
      "");
}

void add_launch_arguments(CLI::App& command, LaunchOptions& options) {
  add_program(command, options);
  add_what_is_possible(command, options);
  add_carrying_options(command, options);
  command.add_option("--summary", options.summary_file, "Write one JSON object about the whole command")
      ->type_name("FILE");
  command.add_flag("--quiet", options.quiet, "Say nothing unless something goes wrong");
}

}  // namespace selvage::cli
