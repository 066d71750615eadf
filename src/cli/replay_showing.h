// A counterexample on the terminal: as it was recorded, or as it happened again.
#pragma once

#include "cli/diagnosis.h"
#include "cli/names.h"
#include "cli/replay_options.h"
#include "trace/trace.h"

namespace selvage::cli {

// As it was recorded. Says which source files are missing or have changed since.
void show_trace(const ReplayOptions& options, const trace::Trace& trace);

// As it happened again.
void show_replayed(const ReplayOptions& options, const trace::Trace& trace, const Diagnosis& diagnosis, Names& names);

}  // namespace selvage::cli
