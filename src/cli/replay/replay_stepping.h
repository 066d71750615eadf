// The walk of `selvage replay --step` on a terminal, or driven by lines from standard input.
#pragma once

#include "cli/replay/replay_program.h"
#include "report/counterexample.h"
#include "trace/trace.h"

namespace selvage::cli {

// Returns at the end of the input. `program` executes what is asked for; null: there is none.
void walk(const report::Counterexample& shown, const trace::Trace& trace, ReplayProgram* program);

}  // namespace selvage::cli
