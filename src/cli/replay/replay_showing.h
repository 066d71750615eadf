// A counterexample on the terminal: as it was recorded, or as it happened again.
#pragma once

#include <string>

#include "cli/replay/replay_options.h"
#include "report/counterexample.h"
#include "trace/trace.h"

namespace selvage::cli {

// As it was recorded, as far as it could be read. Says which source files are missing or have changed since.
void show_trace(const ReplayOptions& options, const trace::Trace& trace);

// The same as a value.
report::Counterexample recorded_counterexample(const trace::Trace& trace);

// As it happened again, with every step of the schedule as recorded; says what is not, inside of them.
void show_replayed(const ReplayOptions& options, const report::Counterexample& shown, const trace::Trace& recorded,
                   bool same_program);

}  // namespace selvage::cli
