// What every command that executes a program is asked for in the same words: the program, how it is built and started,
// and how its executions are carried out.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "contract/channel.h"
#include "target/confinement.h"

namespace selvage::cli {

struct LaunchOptions {
  std::vector<std::string> program;    // one executable, or the source files of one
  std::vector<std::string> arguments;  // after --
  std::string compiler_flags;
  std::optional<bool> atomic_volatiles;  // --volatile; not there: as the program was linked, or plain
  // Where it is executed for somebody on another machine: what it is called by, the path it is executed by and the
  // environment it gets there. Empty: as it is here. And what it sees of this machine; not there: everything.
  std::string argument_zero, executed_as;
  std::vector<std::string> environment;
  std::optional<target::Seclusion> seclusion;
  uint64_t memory_limit = 0;  // of each of its processes, in bytes; 0: none

  Carrier carrier = Carrier::Fibers;
  std::optional<Restart> restart;
  TimeoutMode timeouts = TimeoutMode::Explore;
  bool spurious_wakeups = false;
  bool no_fair = false;
  uint64_t max_steps = 0;  // of one execution
  uint32_t processors = kDefaultProcessors;
  int32_t nondet_low = kDefaultNondetLow, nondet_high = kDefaultNondetHigh;
  ExitStatuses exit_statuses = kSuccessOnly;  // that are no finding
  double watchdog_seconds = 10;
  double start_limit_seconds = 60;

  std::string summary_file;
  bool quiet = false;
  bool show_output = false;

  static constexpr uint32_t kDefaultProcessors = 2;
  static constexpr int32_t kDefaultNondetLow = 0, kDefaultNondetHigh = 1;

  Restart effective_restart() const {
    return restart.value_or(carrier == Carrier::OsThreads ? Restart::Fork : Restart::Snapshot);
  }
};

// The configuration that goes to the program, with every operation a scheduling point.
Configuration launch_configuration(const LaunchOptions& options);

// What of a command line states these options again, each where it differs from the default, but not the limit of steps,
// whose default is each command's own: a blank before each word.
std::string settings_text(const LaunchOptions& options);
// The same for the program, its flags and its arguments.
std::string program_text(const LaunchOptions& options);

// What sources are compiled with.
std::string compiler_flags(const LaunchOptions& options);

// What CLI11 cannot check by itself. Throws Error (usage).
void check_launch_options(const LaunchOptions& options);

}  // namespace selvage::cli
