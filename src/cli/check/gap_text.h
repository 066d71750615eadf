// What a check does not claim, and why, in sentences: what is missing, and what to do about it.
#pragma once

#include <string>

#include "cli/check/check_options.h"
#include "cli/check/check_result.h"
#include "cli/show/names.h"

namespace selvage::cli {

// What makes what was executed say less than it seems to: a sentence for each, a blank before it.
std::string emptiness_text(const CheckOptions& options, const CheckResult& result);
// Why there was not enough memory: a sentence without its full stop.
std::string memory_text(const CheckResult& result);
// "accesses in libfoo.so are not seen"; empty: all are.
std::string unseen_text(const CheckResult& result);
// "what getline at x.c:41 does to memory is not seen"; empty: there is no such call.
std::string library_calls_text(const CheckResult& result, const Names& names);

// The whole text of the verdict *bounded*. `model`: words about the memory model that go into its first sentence, or empty.
std::string bounded_text(const CheckOptions& options, const CheckResult& result, const Names& names,
                         const std::string& model);

}  // namespace selvage::cli
