// `selvage run`: executes schedules of one program.
#pragma once

#include <CLI/App.hpp>

#include "cli/run/run_options.h"

namespace selvage::cli {

// Declares the options; they are written into `options` when the command line is parsed.
CLI::App* add_run_command(CLI::App& app, RunOptions& options);

// Returns the exit code.
int run_command(const RunOptions& options);

}  // namespace selvage::cli
