// `--audit`: a verified check is contradicted. Executions are drawn at random, and the program is searched once more by means
// that share as little as possible with what the verdict rests on: without reductions, by another strategy, and with every access
// as a step. It takes about as long as the check did. What it finds the check should have found: then the verdict is withdrawn,
// and the difference is an error of Selvage's.
#pragma once

#include <functional>
#include <string>

#include "cli/check/check_options.h"
#include "cli/check/check_result.h"

namespace selvage::cli {

// A whole check with other options.
using CheckAgain = std::function<void(const CheckOptions& options, CheckResult& result)>;

// Does nothing unless the verdict is *verified* and the program has threads. Where another way comes upon a finding, `result` has
// no verdict any more, but the finding, an error and its exit code.
void audit(const CheckOptions& options, CheckResult& result, const CheckAgain& check_again);

// For the verdict: a blank and a sentence.
std::string audit_text(const AuditResult& audit);

}  // namespace selvage::cli
