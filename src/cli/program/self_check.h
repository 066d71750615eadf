// The self-check: the same schedule twice must give the same execution, operation for operation.
#pragma once

#include <optional>
#include <string>

#include "cli/show/names.h"
#include "target/error.h"
#include "target/execution_view.h"

namespace selvage::cli {

// A phrase that names the first difference, or nothing.
std::optional<std::string> first_difference(const target::ExecutionView& first, const target::ExecutionView& second,
                                            Names& names);

// What is said about a program that fails the check; `difference` goes on from a colon.
target::Error not_deterministic_error(const std::string& difference);

}  // namespace selvage::cli
