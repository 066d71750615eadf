// What a search spent its time on that did not come to its end, and what helps against that.
#pragma once

#include <string>

#include "cli/check/check_options.h"
#include "cli/check/check_result.h"
#include "cli/show/names.h"

namespace selvage::cli {

// How many executions were cut off, the loop or the step that they were in, and what to do about it: a sentence, a blank before
// it. Empty: none was.
std::string cut_text(const CheckOptions& options, const CheckResult& result, const Names& names);
// "Most orders: 80 % of 12,000 are of x.c:3 in f and x.c:9 in g (lock); ..."; empty: nothing stands out, or it came to its
// end.
std::string spent_text(const CheckOptions& options, const CheckResult& result, const Names& names);

}  // namespace selvage::cli
