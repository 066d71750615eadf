// `selvage replay` from the file to the exit code.
#pragma once

#include <memory>
#include <optional>
#include <string>

#include "cli/check/diagnosis.h"
#include "cli/replay/replay_options.h"
#include "cli/replay/replay_program.h"
#include "target/error.h"
#include "trace/reader.h"

namespace selvage::cli {

class ReplaySession {
 public:
  explicit ReplaySession(ReplayOptions& options) : options_(options) {}

  // Throws Error where there is nothing to show.
  target::ExitCode run();

 private:
  void choose_original();
  target::ExitCode show_recorded();
  target::ExitCode show_damaged();
  target::ExitCode replay();
  // Says where the program goes another way; nothing where it does not.
  std::optional<target::ExitCode> report_difference(const target::ExecutionView& execution);
  target::ExitCode report_other_end(const Diagnosis& diagnosis);
  // What the trace says of it; how the execution ends is not in there.
  check::Finding traced_finding() const;
  // Not completed.
  Diagnosis diagnosis_of(ReplayedExecution replayed) const;
  // Says what differs inside so many first steps of the schedule, which are as recorded themselves.
  void report_difference_inside(const Diagnosis& diagnosis, size_t schedule_steps);
  target::ExitCode debug(const Diagnosis& diagnosis, const report::Counterexample& shown);
  void say_what_changed();
  bool can_start();

  ReplayOptions& options_;
  trace::Read read_;
  std::unique_ptr<ReplayProgram> program_;
  target::ExitCode start_failure_ = target::ExitCode::Success;
};

}  // namespace selvage::cli
