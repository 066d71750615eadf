// `--summary`: one JSON object about the whole command, written also when it fails. Names, once published,
// stay.
#pragma once

#include <optional>
#include <string>

#include "cli/names.h"
#include "cli/run_options.h"
#include "cli/tally.h"
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

// `names` is null if the program could not be loaded. Throws Error if the file cannot be written.
void write_summary(const std::string& path, const RunOptions& options, const RunResult& result, const Names* names);

}  // namespace selvage::cli
