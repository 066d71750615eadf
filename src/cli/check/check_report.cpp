#include "cli/check/check_report.h"

#include <fmt/format.h>

#include <cstdio>

#include "cli/terminal_detection.h"
#include "report/terminal.h"

namespace selvage::cli {

void print_report(const CheckOptions& options, const CheckResult& result, const report::Report& report) {
  if (options.show_output) {
    std::fwrite(result.output.data(), 1, result.output.size(), stdout);
    std::fflush(stdout);
    std::fwrite(result.error_output.data(), 1, result.error_output.size(), stderr);
  }
  if (options.quiet && result.verdict != Verdict::Bug) return;
  report::TerminalStyle style = detect_terminal(options.colour.value_or(Colour::Auto), options.width);
  style.verbose = options.verbose;
  std::string text = report::to_terminal(report, style);
  std::fwrite(text.data(), 1, text.size(), stdout);
  if (!result.checkpoint.empty()) fmt::print("Go on from here: {}\n", resume_command(options, result.checkpoint));
  std::fflush(stdout);
}

}  // namespace selvage::cli
