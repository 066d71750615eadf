// A report as a SARIF 2.1.0 log (OASIS): the format of `--sarif`, for code scanning services and editors. docs/formats.md
// says what is where.
#pragma once

#include <nlohmann/json.hpp>

#include "report/counterexample.h"

namespace selvage::report {

nlohmann::ordered_json to_sarif(const Report& report);

}  // namespace selvage::report
