// What `selvage run` says at the end.
#pragma once

#include "cli/run/run_options.h"
#include "cli/run/run_result.h"
#include "cli/run/run_session.h"

namespace selvage::cli {

// The program's own output of a single execution goes to standard output and error as the program wrote it;
// everything that Selvage says goes to standard error.
void print_report(const RunOptions& options, RunSession& session, const RunResult& result);

}  // namespace selvage::cli
