// What `selvage check` says at the end, on standard output: the verdict first, the command that repeats a finding last.
#pragma once

#include "cli/check_options.h"
#include "cli/check_result.h"
#include "cli/check_session.h"

namespace selvage::cli {

void print_report(const CheckOptions& options, CheckSession& session, const CheckResult& result);

}  // namespace selvage::cli
