// What the user asked `selvage run` for.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "contract/channel.h"

namespace selvage::cli {

enum class Points { All, Synchronisation };

struct RunOptions {
  std::string program;                 // executable or source file
  std::vector<std::string> arguments;  // after --
  std::string compiler_flags;

  std::optional<uint64_t> random_seed;
  std::string schedule_file;
  std::optional<uint64_t> executions;
  uint64_t first = 0;
  std::vector<ThreadPath> thread_paths;  // numbers that threads have from the start

  Carrier carrier = Carrier::Fibers;
  std::optional<Restart> restart;
  Points points = Points::All;
  TimeoutMode timeouts = TimeoutMode::Explore;
  bool spurious_wakeups = false;
  bool leaks = false;
  int32_t nondet_low = kDefaultNondetLow;  // what __VERIFIER_nondet_* may return
  int32_t nondet_high = kDefaultNondetHigh;
  uint64_t max_steps = kDefaultMaxSteps;
  uint32_t processors = kDefaultProcessors;
  double watchdog_seconds = 10;
  double start_limit_seconds = 60;
  uint64_t self_check = 1000;  // every so many executions; 0: never

  std::string trace_file;    // "-": standard output
  bool trace_local = false;  // with operations that are no scheduling points
  std::string summary_file;
  bool quiet = false;
  bool show_output = false;

  static constexpr uint64_t kDefaultMaxSteps = 1'000'000;
  static constexpr uint32_t kDefaultProcessors = 2;
  static constexpr int32_t kDefaultNondetLow = 0, kDefaultNondetHigh = 1;

  Restart effective_restart() const {
    return restart.value_or(carrier == Carrier::OsThreads ? Restart::Fork : Restart::Snapshot);
  }
};

// The configuration that goes to the program.
Configuration make_configuration(const RunOptions& options);

// The command line that runs execution number `index` again, alone.
std::string rerun_command(const RunOptions& options, uint64_t index, const std::vector<ThreadPath>& paths);

}  // namespace selvage::cli
