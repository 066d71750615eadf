// The program of a trace, found again and executed under schedules that begin as the trace does.
#pragma once

#include <functional>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "cli/program/program_launcher.h"
#include "cli/replay/replay_options.h"
#include "cli/show/names.h"
#include "target/program_target.h"
#include "target/stored_execution.h"
#include "trace/trace.h"

namespace selvage::cli {

// One execution with what the program wrote in it.
struct ReplayedExecution {
  target::StoredExecution execution;
  std::string output, error_output;
};

class ReplayProgram {
 public:
  // `options` gets the program and its arguments from the trace.
  ReplayProgram(ReplayOptions& options, const trace::Trace& trace);

  // Finds the program, builds it if it is given as source, and starts it. Throws Error.
  void prepare();

  // The executable is, byte for byte, the one of the trace.
  bool is_same() const { return is_same_; }
  Names& names() { return *names_; }
  // Where Selvage's own code is in the running program.
  std::pair<uint64_t, uint64_t> runtime_range() const;
  const ProgramLauncher& launcher() const { return launcher_; }

  // Executes and records everything. Throws Error if it is interrupted.
  ReplayedExecution run(const target::ScheduleRequest& request);
  // The same, of many schedules; without output.
  void run(const target::ScheduleBatch& batch, const target::ProgramTarget::Visitor& visit);
  // Executes, and lets `look` see the program where the execution ends, standing still.
  void stand(const target::ScheduleRequest& request, const std::function<void(pid_t process)>& look);
  void stop();

 private:
  void find_program();
  Configuration configuration() const;
  std::vector<SharedLocation> shared_locations();

  ReplayOptions& options_;
  const trace::Trace& trace_;
  ProgramLauncher launcher_;
  std::unique_ptr<target::ProgramTarget> target_;
  std::unique_ptr<Names> names_;
  bool is_same_ = false;
};

}  // namespace selvage::cli
