#include "cli/replay/replay_command.h"

#include <fmt/format.h>

#include "cli/check/check_command.h"
#include "cli/interrupt.h"
#include "cli/program/launch_arguments.h"
#include "cli/replay/replay_session.h"
#include "target/error.h"

namespace selvage::cli {
namespace {

using target::Error;
using target::ExitCode;

constexpr const char* kFooter =
    "\nThe program is looked for where it was checked, then in the current directory, then beside FILE.\n"
    "What follows -- goes to gdb (with --gdb).\n\n"
    "Exit codes: as the finding's, where it shows again (10 to 14) | 0 every step is as recorded, and nothing goes "
    "wrong\n"
    "any more | 2 the program goes another way than recorded, or FILE is damaged | 3 the program is not there or "
    "cannot\n"
    "be started | 21 interrupted.\n";

void add_ways_to_look(CLI::App& command, ReplayOptions& options) {
  auto* show = command.add_flag("--show", options.show, "Show what was recorded, without executing anything");
  auto* step =
      command.add_flag("--step", options.step, "Walk through it, forward and back; help says how")->excludes(show);
  auto* gdb = command.add_flag("--gdb", options.gdb, "Open gdb where it fails, each thread a real one")
                  ->excludes(show)
                  ->excludes(step);
  command.add_option("--at", options.stop_at, "With --gdb: before step N instead")
      ->check(positive())
      ->type_name("N")
      ->needs(gdb);
  auto* extend = command
                     .add_option("--random-extend", options.random_extend,
                                 "Draw N random continuations, and say what they come to")
                     ->check(positive())
                     ->type_name("N")
                     ->excludes(show)
                     ->excludes(step)
                     ->excludes(gdb);
  command
      .add_option("--after", options.extend_from,
                  "With --random-extend: after step STEP (before the one where it fails)")
      ->type_name("STEP")
      ->needs(extend);
  command.add_option("--seed", options.seed, "With --random-extend: what to draw from (0)")
      ->type_name("S")
      ->needs(extend);
}

}  // namespace

CLI::App* add_replay_command(CLI::App& app, ReplayOptions& options) {
  CLI::App* command = app.add_subcommand("replay", "Execute a counterexample again, and look at it");
  command->footer(kFooter);
  command->add_option("file", options.trace_file, "What selvage check wrote about a finding")
      ->required()
      ->type_name("FILE");
  command->add_flag("--original", options.original, "The interleaving as it was found, before it was made shorter");
  add_ways_to_look(*command, options);
  command->add_option("--program", options.program, "Another build of the program, or its source files")
      ->type_name("PROGRAM|SOURCE...");
  command->add_option("--cflags", options.compiler_flags, "More flags for compiling SOURCE")->type_name("FLAGS");
  add_carrying_options(*command, options);
  add_terminal_options(*command, options);
  command->add_flag("--quiet", options.quiet, "Say only what is different");
  return command;
}

int replay_command(ReplayOptions& options) {
  install_interrupt_handler();
  try {
    return static_cast<int>(ReplaySession(options).run());
  } catch (const Error& error) {
    fmt::print(stderr, "selvage: {}\n", error.what());
    return static_cast<int>(error.exit_code());
  }
}

}  // namespace selvage::cli
