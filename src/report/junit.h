// A report as JUnit XML: the format of `--junit`, for the test pages of continuous integration. One test suite per check;
// one test case per property that was looked for, and one for whether all interleavings were covered. Names of test cases
// do not depend on what was found, so that a history of them can be kept. What was not shown is "skipped", never "passed".
#pragma once

#include <string>

#include "report/counterexample.h"

namespace selvage::report {

std::string to_junit(const Report& report);

}  // namespace selvage::report
