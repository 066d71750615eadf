#include "cli/run_command.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>

#include <CLI/CLI.hpp>

#include "cli/interrupt.h"
#include "cli/run_report.h"
#include "cli/run_session.h"
#include "target/error.h"

namespace selvage::cli {
namespace {

using target::Error;
using target::ExitCode;

constexpr const char* kFooter =
    "\nArguments of the program follow after --.\n\nExit codes: 0 nothing went wrong in what was executed "
    "(no claim beyond it) | 10 assertion or crash | 11 deadlock\n"
    "| 12 livelock or stuck thread | 14 memory error | 21 interrupted | 2 usage, or a schedule that does not "
    "fit\n"
    "| 3 the program could not be built, loaded or started, or calls something that is not modelled | 4 "
    "internal error,\n"
    "or the program is not deterministic. The exit status of the program itself does not count.\n";

// "0.0,0.1,1.0": parent and child number of each thread, in the order of thread numbers.
std::vector<ThreadPath> parse_thread_paths(const std::string& text) {
  std::vector<ThreadPath> paths;
  const char* position = text.data();
  const char* end = text.data() + text.size();
  while (position != end) {
    ThreadPath path{};
    auto parent = std::from_chars(position, end, path.parent);
    if (parent.ec != std::errc() || parent.ptr == end || *parent.ptr != '.')
      throw CLI::ValidationError("--thread-paths", "give PARENT.CHILD,...");
    auto child = std::from_chars(parent.ptr + 1, end, path.child_index);
    if (child.ec != std::errc() || (child.ptr != end && *child.ptr != ','))
      throw CLI::ValidationError("--thread-paths", "give PARENT.CHILD,...");
    paths.push_back(path);
    position = child.ptr == end ? end : child.ptr + 1;
  }
  return paths;
}

// "-3..5": both ends belong to the range.
void parse_range(const std::string& text, int32_t& low, int32_t& high) {
  const char* end = text.data() + text.size();
  auto first = std::from_chars(text.data(), end, low);
  if (first.ec != std::errc() || end - first.ptr < 3 || first.ptr[0] != '.' || first.ptr[1] != '.')
    throw CLI::ValidationError("--nondet", "give LOW..HIGH");
  auto second = std::from_chars(first.ptr + 2, end, high);
  if (second.ec != std::errc() || second.ptr != end) throw CLI::ValidationError("--nondet", "give LOW..HIGH");
  if (low > high) throw CLI::ValidationError("--nondet", fmt::format("{} is greater than {}", low, high));
  if (int64_t{high} - low >= 65535) throw CLI::ValidationError("--nondet", "at most 65535 values can be explored");
}

// Without the text that CLI11 adds to the help of the option.
CLI::Validator positive() { return CLI::Validator(CLI::PositiveNumber).description(""); }

// An option whose value is one of a few words.
template <typename Value, typename Variable>
void add_choice(CLI::App& command, const std::string& name, Variable& variable,
                const std::vector<std::pair<std::string, Value>>& choices, const std::string& description) {
  std::string words;
  for (const auto& choice : choices) words += (words.empty() ? "" : "|") + choice.first;
  CLI::callback_t assign = [&variable, choices, name, words](const CLI::results_t& given) {
    auto found = std::ranges::find(choices, given.back(), &std::pair<std::string, Value>::first);
    if (found == choices.end()) {
      throw CLI::ValidationError(name, fmt::format("{} is not one of {}", given.back(), words));
    }
    variable = found->second;
    return true;
  };
  command.add_option(name, assign, description)->type_name(words);
}

void add_schedule_options(CLI::App& command, RunOptions& options) {
  auto* random =
      command
          .add_option("--random", options.random_seed, "Choose at random; execution I of SEED is always the same one")
          ->type_name("SEED");
  command
      .add_option("--schedule", options.schedule_file,
                  "Run the executions of a trace, or of {\"steps\":[[thread,alternative],...]}")
      ->type_name("FILE")
      ->excludes(random);
  command.add_option("--executions", options.executions, "How many executions (1; with --schedule: all in the file)")
      ->check(positive())
      ->type_name("N");
  command.add_option("--first", options.first, "Number of the first execution (0)")->type_name("I");
  CLI::callback_t assign_paths = [&options](const CLI::results_t& given) {
    options.thread_paths = parse_thread_paths(given.back());
    return true;
  };
  command.add_option("--thread-paths", assign_paths, "Numbers of threads, as a report states them where they matter")
      ->type_name("PARENT.CHILD,...");
}

void add_execution_options(CLI::App& command, RunOptions& options) {
  add_choice<Carrier>(command, "--carrier", options.carrier,
                      {{"fibers", Carrier::Fibers}, {"os-threads", Carrier::OsThreads}},
                      "What carries the program's threads: fibers (fast) or os-threads");
  add_choice<Restart>(command, "--restart", options.restart, {{"snapshot", Restart::Snapshot}, {"fork", Restart::Fork}},
                      "How the next execution starts: snapshot (fast) or fork");
  add_choice<Points>(command, "--points", options.points, {{"all", Points::All}, {"sync", Points::Synchronisation}},
                     "Where threads can be switched: every shared access, or synchronisation only");
  add_choice<TimeoutMode>(
      command, "--timeouts", options.timeouts,
      {{"explore", TimeoutMode::Explore}, {"late", TimeoutMode::Late}, {"never", TimeoutMode::Never}},
      "When a timed wait may time out: any time, when nothing else can run, never");
  command.add_flag("--spurious", options.spurious_wakeups, "Condition variables may wake without a signal");
  command.add_flag("--leaks", options.leaks,
                   "Memory that is never freed, and that nothing points to any more, is an error");
  CLI::callback_t assign_range = [&options](const CLI::results_t& given) {
    parse_range(given.back(), options.nondet_low, options.nondet_high);
    return true;
  };
  command.add_option("--nondet", assign_range, "Values that __VERIFIER_nondet_* may return (0..1)")
      ->type_name("LOW..HIGH");
  command.add_option("--max-steps", options.max_steps, "Steps after which an execution is cut off (1,000,000)")
      ->check(positive())
      ->type_name("N");
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
  command.add_option("--cpus", options.processors, "Number of processors that the program is told (2)")
      ->type_name("N")
      ->check(CLI::Range(1, 1024).description(""));
  command.add_option("--self-check", options.self_check, "Run every N-th execution twice and compare (1000; 0: never)")
      ->type_name("N");
}

void add_output_options(CLI::App& command, RunOptions& options) {
  command.add_option("--trace", options.trace_file, "Write every event as JSON lines (-: standard output)")
      ->type_name("FILE");
  command.add_flag("--trace-local", options.trace_local, "Also trace operations that are no scheduling points");
  command.add_option("--summary", options.summary_file, "Write one JSON object about the whole run")->type_name("FILE");
  command.add_flag("--quiet", options.quiet, "Say nothing unless something goes wrong");
  command.add_flag("--show-output", options.show_output, "In a mass run, also show what the first execution wrote");
}

}  // namespace

CLI::App* add_run_command(CLI::App& app, RunOptions& options) {
  CLI::App* command = app.add_subcommand("run", "Execute a program under one schedule or many");
  command->footer(kFooter);
  command
      ->add_option("program", options.program,
                   "An executable built with selvage-cc or selvage-c++, or a C or C++ source file")
      ->required()
      ->type_name("PROGRAM|SOURCE");
  command->add_option("--cflags", options.compiler_flags, "More flags for compiling SOURCE")->type_name("FLAGS");
  add_schedule_options(*command, options);
  add_execution_options(*command, options);
  add_output_options(*command, options);
  return command;
}

void check_run_options(const RunOptions& options) {
  if (options.carrier == Carrier::OsThreads && options.restart == Restart::Snapshot) {
    throw Error(ExitCode::Usage,
                "--carrier os-threads cannot be restored from a snapshot: leave --restart out, or say "
                "--restart fork.");
  }
}

int run_command(const RunOptions& options) {
  install_interrupt_handler();
  RunResult result;
  std::unique_ptr<RunSession> session;
  try {
    check_run_options(options);
    session = std::make_unique<RunSession>(options);
    session->prepare();
    session->execute(result);
    session->stop();
    print_report(options, *session, result);
  } catch (const Error& error) {
    result.exit_code = error.exit_code();
    result.error = error.what();
    result.interrupted = interrupted();
    if (session) session->stop();
    fmt::print(stderr, "selvage: {}\n", error.what());
  }
  if (session) result.program_peak_memory = session->program_peak_memory();
  if (!options.summary_file.empty()) {
    try {
      write_summary(options.summary_file, options, result, session ? session->names() : nullptr);
    } catch (const Error& error) {
      fmt::print(stderr, "selvage: {}\n", error.what());
      if (result.exit_code == ExitCode::Success) result.exit_code = error.exit_code();
    }
  }
  return static_cast<int>(result.exit_code);
}

}  // namespace selvage::cli
