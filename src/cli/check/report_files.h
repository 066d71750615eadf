// The files that `selvage check` writes at its end: `--html` for people, `--json`, `--sarif`, `--junit` for other tools.
// They are written also when the check fails, as far as there is something to say.
#pragma once

#include <string>

#include "report/counterexample.h"
#include "target/error.h"

namespace selvage::cli {

// A name for standard output.
inline constexpr const char* kStandardOutput = "-";

struct ReportFiles {
  std::string html, json, sarif, junit;  // empty: not asked for

  bool any() const { return !html.empty() || !json.empty() || !sarif.empty() || !junit.empty(); }
  bool use_standard_output() const {
    return html == kStandardOutput || json == kStandardOutput || sarif == kStandardOutput || junit == kStandardOutput;
  }
};

// Before hours of searching: refuses what cannot be written at their end. Throws Error (usage).
void check_report_files(const ReportFiles& files);

// Returns the exit code of the command: where nothing went wrong but a file cannot be written, that is said on standard
// error and counts.
target::ExitCode write_report_files(const ReportFiles& files, const report::Report& report);

}  // namespace selvage::cli
