// What a whole check came to, in sentences.
#pragma once

#include <string>
#include <vector>

#include "cli/check/check_options.h"
#include "cli/check/check_result.h"
#include "cli/show/names.h"

namespace selvage::cli {

// "Verified: no interleaving of the program's threads goes wrong."; empty for bugs, where the findings speak.
std::string verdict_text(const CheckOptions& options, const CheckResult& result, const Names& names);

// What was executed, what was looked for, and what was not seen: a sentence each.
std::vector<std::string> remarks(const CheckOptions& options, const CheckResult& result, const Names& names);

}  // namespace selvage::cli
