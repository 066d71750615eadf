// `selvage replay`: executes a counterexample again, step by step as it was recorded, and shows it.
#pragma once

#include <CLI/App.hpp>

#include "cli/replay/replay_options.h"

namespace selvage::cli {

// Declares the options; they are written into `options` when the command line is parsed.
CLI::App* add_replay_command(CLI::App& app, ReplayOptions& options);

// Returns the exit code.
int replay_command(ReplayOptions& options);

}  // namespace selvage::cli
