// What the user asked `selvage run` for.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "cli/program/launch_options.h"
#include "contract/channel.h"

namespace selvage::cli {

enum class Points { All, Synchronisation };

struct RunOptions : LaunchOptions {
  static constexpr uint64_t kDefaultMaxSteps = 1'000'000;
  RunOptions() { max_steps = kDefaultMaxSteps; }

  std::optional<uint64_t> random_seed;
  std::string schedule_file;
  std::optional<uint64_t> executions;
  uint64_t first = 0;
  std::vector<ThreadPath> thread_paths;  // numbers that threads have from the start

  Points points = Points::All;
  bool leaks = false;
  uint64_t self_check = 1000;  // every so many executions; 0: never

  std::string trace_file;    // "-": standard output
  bool trace_local = false;  // with operations that are no scheduling points
};

// The configuration that goes to the program.
Configuration make_configuration(const RunOptions& options);

// The command line that runs execution number `index` again, alone.
std::string rerun_command(const RunOptions& options, uint64_t index, const std::vector<ThreadPath>& paths);

}  // namespace selvage::cli
