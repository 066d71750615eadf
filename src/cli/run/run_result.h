// What came of `selvage run`.
#pragma once

#include <string>

#include "cli/check/summary.h"
#include "cli/check/tally.h"
#include "cli/run/run_options.h"
#include "target/error.h"

namespace selvage::cli {

struct RunResult {
  target::ExitCode exit_code = target::ExitCode::Success;
  std::string error;  // the sentence, if the command failed
  bool interrupted = false;
  double seconds = 0;
  uint64_t program_peak_memory = 0;  // bytes
  Tally tally;
};

Summary summary_of(const RunOptions& options, const RunResult& result);

}  // namespace selvage::cli
