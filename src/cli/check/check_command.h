// `selvage check`: explores the interleavings of one program and gives a verdict.
#pragma once

#include <CLI/App.hpp>

#include "cli/check/check_options.h"

namespace selvage::cli {

// Declares the options; they are written into `options` when the command line is parsed.
CLI::App* add_check_command(CLI::App& app, CheckOptions& options);

// Of these, those that say how a finding is shown.
void add_terminal_options(CLI::App& command, CheckOptions& options);

// Returns the exit code.
int check_command(const CheckOptions& given);

}  // namespace selvage::cli
