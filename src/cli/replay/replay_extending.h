// `selvage replay --random-extend`: what else can come of the beginning of a counterexample.
#pragma once

#include "cli/replay/replay_options.h"
#include "cli/replay/replay_program.h"
#include "target/error.h"
#include "trace/trace.h"

namespace selvage::cli {

// Executes the recorded steps, up to the one before the last or as many as the options say, and draws the rest; says how
// the executions ended. Returns the exit code of the first thing that went wrong.
target::ExitCode extend(const ReplayOptions& options, const trace::Trace& trace, const report::Counterexample& shown,
                        ReplayProgram& program);

}  // namespace selvage::cli
