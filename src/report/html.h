// A report as one HTML page that needs nothing else: the page of report-ui/, with the report as JSON inside it.
#pragma once

#include <string>
#include <string_view>

#include "report/counterexample.h"

namespace selvage::report {

std::string to_html(const Report& report);

// The page without a report, and where in it the report goes; for tests.
std::string_view html_page();
inline constexpr std::string_view kReportMark = "{{report}}";

}  // namespace selvage::report
