// What `selvage check` says at the end, on standard output: the verdict first, the command that replays a finding last.
#pragma once

#include "cli/check/check_options.h"
#include "cli/check/check_result.h"
#include "report/counterexample.h"

namespace selvage::cli {

void print_report(const CheckOptions& options, const CheckResult& result, const report::Report& report);

}  // namespace selvage::cli
