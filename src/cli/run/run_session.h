// `selvage run` from the first schedule to the last: executes, counts, traces, checks itself, and keeps the
// first execution that went wrong.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>

#include "cli/program/program_launcher.h"
#include "cli/run/run_options.h"
#include "cli/run/run_result.h"
#include "cli/run/schedule_file.h"
#include "cli/show/names.h"
#include "cli/show/trace_writer.h"
#include "target/program_target.h"
#include "target/stored_execution.h"

namespace selvage::cli {

// The execution that is shown to the user, with what the program wrote in it.
struct ReportedExecution {
  uint64_t index;
  target::StoredExecution execution;
  std::string output, error_output;
};

class RunSession {
 public:
  explicit RunSession(const RunOptions& options);
  ~RunSession();

  // Builds and starts the program. Throws Error.
  void prepare();
  // Runs everything; fills `result`, which is right also if this throws Error.
  void execute(RunResult& result);

  // Null before prepare has loaded the program.
  Names* names() { return names_.get(); }
  const std::optional<ReportedExecution>& reported() const { return reported_; }
  std::vector<ThreadPath> thread_paths() const;
  // Many executions without output, as opposed to one with it.
  bool is_mass_run() const { return total_ > 1; }
  uint64_t program_peak_memory() const { return target_ == nullptr ? 0 : target_->peak_memory(); }
  bool is_single_threaded() const { return target_ != nullptr && target_->is_single_threaded(); }
  size_t unrepeated_ends() const { return target_ == nullptr ? 0 : target_->unrepeated_ends(); }
  std::string input_note() const { return launcher_.input_note(); }
  // Ends the program, so that what it used is counted.
  void stop();

 private:
  target::ScheduleRequest request(uint64_t index, uint32_t flags) const;
  uint32_t recording_flags() const;
  void run_batch(uint64_t first, uint64_t count, RunResult& result);
  void visit(uint64_t index, const target::ExecutionView& execution, RunResult& result);
  void check_twice(uint64_t index);
  void report(uint64_t index, const target::ExecutionView& execution);
  void run_reported_again();
  void show_output(const target::ExecutionView& execution) const;
  std::string with_place(const target::ExecutionView& execution) const;

  const RunOptions& options_;
  ScheduleFile schedules_;
  uint64_t total_ = 1;
  ProgramLauncher launcher_;
  std::unique_ptr<TraceWriter> trace_;
  std::unique_ptr<target::ProgramTarget> target_;
  std::unique_ptr<Names> names_;
  std::optional<ReportedExecution> reported_;
  bool stuck_seen_in_batch_ = false;
};

}  // namespace selvage::cli
