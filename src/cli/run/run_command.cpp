#include "cli/run/run_command.h"

#include <fmt/format.h>

#include <charconv>

#include <CLI/CLI.hpp>

#include "cli/interrupt.h"
#include "cli/program/launch_arguments.h"
#include "cli/run/run_report.h"
#include "cli/run/run_session.h"
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
    "or the program is not deterministic. 10 also where the program ends with an exit status other than 0 "
    "(--exit-status).\n";

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
  add_choice<Points>(command, "--points", options.points, {{"all", Points::All}, {"sync", Points::Synchronisation}},
                     "Where threads can be switched: every shared access, or synchronisation only");
  command.add_flag("--leaks", options.leaks,
                   "Memory that is never freed, and that nothing points to any more, is an error");
  command.add_option("--max-steps", options.max_steps, "Steps after which an execution is cut off (1,000,000)")
      ->check(positive())
      ->type_name("N");
  command.add_option("--self-check", options.self_check, "Run every N-th execution twice and compare (1000; 0: never)")
      ->type_name("N");
}

void add_output_options(CLI::App& command, RunOptions& options) {
  command.add_option("--trace", options.trace_file, "Write every event as JSON lines (-: standard output)")
      ->type_name("FILE");
  command.add_flag("--trace-local", options.trace_local, "Also trace operations that are no scheduling points");
  command.add_flag("--show-output", options.show_output, "In a mass run, also show what the first execution wrote");
}

}  // namespace

CLI::App* add_run_command(CLI::App& app, RunOptions& options) {
  CLI::App* command = app.add_subcommand("run", "Execute a program under one schedule or many");
  command->footer(kFooter);
  add_launch_arguments(*command, options);
  add_schedule_options(*command, options);
  add_execution_options(*command, options);
  add_output_options(*command, options);
  return command;
}

int run_command(const RunOptions& options) {
  install_interrupt_handler();
  RunResult result;
  std::unique_ptr<RunSession> session;
  try {
    check_launch_options(options);
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
    result.exit_code =
        write_summary(options.summary_file, summary_of(options, result), session ? session->names() : nullptr);
  }
  return static_cast<int>(result.exit_code);
}

}  // namespace selvage::cli
