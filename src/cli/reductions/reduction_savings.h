// Which reductions a check used, why not the others, and what each saved: measured by searching again without it.
#pragma once

#include <string>
#include <vector>

#include "cli/check/check_options.h"
#include "cli/check/check_result.h"
#include "cli/program/program_launcher.h"

namespace selvage::cli {

// What is known without searching again.
std::vector<ReductionUse> reduction_uses(const CheckOptions& options, const CheckResult& result);

// Completes `result.reductions`. A search without one of them is ended after ten times what the search with all of them took.
void measure_savings(const CheckOptions& options, ProgramLauncher& launcher, CheckResult& result);

// One line for each.
std::vector<std::string> explained(const CheckResult& result);

}  // namespace selvage::cli
